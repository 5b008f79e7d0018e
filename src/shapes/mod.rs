//! Symbolic sizes, and the metadata of traced tensors.

pub mod argument;
mod arithmetic;
pub mod dim;
pub mod dtype;
pub mod env;
pub mod expr;
pub mod externs;
pub mod interval;
pub mod marks;
pub mod meta;
mod monotone;
mod names;
mod number;
mod polynomial;
pub mod relations;
pub mod strides;
mod substitute;
pub mod tensor;
pub mod text;
pub mod words;

pub use argument::{Items, MetaArgument};
pub use dim::Dim;
pub use dtype::{Category, DType};
pub use env::{Guard, Mark, ShapeEnv, SymbolInfo, Undecided};
pub use expr::{Expr, FloatOperator, Kind, Rounding, Symbol};
pub use interval::Interval;
pub use meta::{MetaContext, MetaResult};
pub use relations::Relations;
pub use tensor::{Device, Layout, LazyBits, MemoryFormat, Strides, TensorMeta, TensorRef};
pub use text::Tree;

#[cfg(test)]
mod tests;
