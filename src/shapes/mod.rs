//! Symbolic sizes, and the metadata of traced tensors.

mod arithmetic;
pub mod dim;
pub mod env;
pub mod expr;
pub mod interval;
mod number;
mod polynomial;
pub mod relations;
mod substitute;
pub mod text;

pub use dim::Dim;
pub use env::{Guard, Mark, ShapeEnv, SymbolInfo, Undecided};
pub use expr::{FloatOperator, Kind, Rounding, Symbol};
pub use interval::Interval;
pub use relations::Relations;
pub use text::Tree;

#[cfg(test)]
mod tests;
