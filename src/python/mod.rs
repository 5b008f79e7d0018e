//! Everything that touches CPython's memory: objects, layouts, the frame hook, the code cache.

pub mod object;

pub use object::Object;
