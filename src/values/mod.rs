//! Tracked values: what the trace knows of each Python object it has met or made.

pub mod arena;
mod argument;
pub mod map;
pub mod notes;
pub mod tracked;

pub use arena::Arena;
pub use argument::{Argument, NodeId};
pub use map::{Entry, Key, Map};
pub use notes::{LaterText, Level, Notes, StoodFor, Wrapping};
pub use tracked::{Pending, State, Tracked, Value};
