//! From a finished trace to new bytecode.

pub mod plan;
