//! Tracked values: what the trace knows of each Python object it has met or made.

pub mod source;

pub use source::{SourceId, SourceKind, Sources};
