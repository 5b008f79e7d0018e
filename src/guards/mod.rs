//! Guards: what a trace assumed, checked before its result is used again.

pub mod fact;

pub use fact::{Fact, TensorFact};
