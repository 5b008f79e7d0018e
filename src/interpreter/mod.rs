//! The interpreter: frames, the step loop, exceptions, generators.

pub mod bind;
pub mod calls;
pub mod classes;
pub mod exceptions;
pub mod folding;
#[cfg(debug_assertions)]
pub mod forced;
pub mod frame;
pub mod generators;
pub mod history;
pub mod lifetimes;
pub mod lists;
pub mod modes;
pub mod nested;
pub mod repeats;
pub mod rule;
pub mod run;
pub mod settings;
pub mod trace;
pub mod watch;

pub use trace::Trace;
