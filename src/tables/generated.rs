//! The compiled rules: what `rulec` writes from `rules/`.

include!(concat!(env!("OUT_DIR"), "/tables.rs"));
