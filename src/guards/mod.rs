//! Guards: what a trace assumed, checked before its result is used again.
//!
//! The guard tree is the trie of sources with observations on its nodes. [`Guards`] collects what a trace
//! observed; [`GuardProgram`] is the same compiled, as a cache entry keeps it.

mod asking;
mod compile;
mod display;
mod entry;
#[cfg(debug_assertions)]
pub mod examine;
mod explain;
pub mod fact;
mod filter;
mod list;
mod memory;
pub mod observations;
pub mod probe;
mod program;
pub mod reach;
mod relation;
mod settled;
mod tensors;

pub use display::{flat_text, texts, tree_text};
pub use fact::{Fact, Hold};
pub use filter::{FilterEntry, filter};
pub use list::{Guard, Guards, Item, Mark};
pub use memory::Memory;
pub use program::{Failure, GuardProgram, Inputs};
pub use relation::{Relation, ShapeGuard, ShapeGuards};
