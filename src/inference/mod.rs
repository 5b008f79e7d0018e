//! Metadata of a node's result (dtype, device, sizes, strides), by meta rules or by torch's fake tensors.

mod autocast;
pub mod fakes;
mod metadata;
pub mod probe;

pub use metadata::Inferred;
