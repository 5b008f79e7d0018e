//! Tracked values: what the trace knows of each Python object it has met or made.

pub mod arena;
pub mod map;
pub mod source;
pub mod tracked;

pub use arena::Arena;
pub use map::{Entry, Key, Map};
pub use source::{SourceId, SourceKind, Sources};
pub use tracked::{State, Tracked, Value, Waiting};
