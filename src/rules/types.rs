//! The Rust types behind the rule language's words.

pub use crate::python::Object;
pub use crate::sources::SourceId;
pub use crate::sources::SourceId as Source;
pub use crate::values::Value;

/// An interned attribute or variable name: a `str` object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Name(pub Object);

/// Index of an instruction in its frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Jump(pub u32);

/// A sequence of values, by index in the engine's lists. Lives until the rule that made it returns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Values(pub u32);
