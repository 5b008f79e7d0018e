//! The interpreter: frames, the step loop, exceptions, generators.

pub mod bind;
pub mod forced;
pub mod frame;
pub mod generators;
pub mod history;
mod lifetimes;
pub mod rule;
pub mod run;
pub mod settings;
pub mod trace;
pub mod watch;

pub use trace::Trace;
