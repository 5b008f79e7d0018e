//! What meta rules ask of the engine: one trait for each file of their externs, as `rulec` writes them.

#![expect(clippy::too_many_arguments, reason = "a rule asks with as many as it needs")]

include!(concat!(env!("OUT_DIR"), "/meta_externs.rs"));
