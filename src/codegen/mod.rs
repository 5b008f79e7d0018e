//! From a finished trace to new bytecode.

pub mod assemble;
mod breaks;
mod build;
pub mod copy;
#[cfg(debug_assertions)]
pub mod debug;
#[cfg(debug_assertions)]
mod debug_plan;
mod failure;
mod generators;
pub mod listing;
mod loads;
mod nested;
pub mod output;
pub mod plan;
pub mod resume;

pub use output::{Request, generate};
pub use resume::Resumes;

pub use crate::bytecode::{Error, Result};
