//! What rules ask of the engine: one trait for each file of `rules/prelude`, as `rulec` writes them.

include!(concat!(env!("OUT_DIR"), "/externs.rs"));
