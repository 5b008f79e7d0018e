//! The compiled rules and what runs their bodies.

mod classes;
pub mod conduct;
pub mod facts;
pub mod frames;
pub mod library;
pub mod operators;
mod paths;
pub mod releases;
pub mod slot;
pub mod table;
pub mod types;

pub use crate::interpreter::stop::{Flow, Stop};
