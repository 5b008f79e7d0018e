//! What a node's result is like: dtype, device, sizes and strides, by meta rules or by torch's fake tensors.

mod autocast;
pub mod fakes;
mod metadata;
pub mod probe;

pub use metadata::Inferred;
