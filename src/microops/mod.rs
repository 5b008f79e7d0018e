//! What the rules' externs do, one file per prelude file.
