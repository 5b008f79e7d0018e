//! The compiled rules and what runs their bodies.

mod classes;
pub mod externs;
pub mod facts;
pub mod frames;
pub mod library;
pub mod operators;
mod paths;
pub mod side_effects;
pub mod slot;
pub mod stop;
pub mod types;

pub use stop::{Flow, Reason, Stop};
