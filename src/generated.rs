//! The compiled rules: what `rulec` writes from `rules/`.

#![expect(clippy::too_many_arguments, reason = "a rule asks with as many as it needs")]

include!(concat!(env!("OUT_DIR"), "/rules.rs"));
