//! Everything that touches CPython's memory: objects, layouts, the frame hook, the code cache.

pub mod array;
pub mod bytecode;
pub mod cache;
mod callable;
mod class;
mod class_spec;
mod code;
pub mod compiler;
mod constant;
mod continuation;
mod decide;
pub mod dict;
mod error;
pub mod frame;
mod function;
mod gil;
mod guard_keeper;
pub mod hook;
pub mod layout;
pub mod marks;
mod limit;
mod memory;
pub mod module;
pub mod object;
mod owned;
mod owner;
mod private;
mod profiler;
pub mod read;
pub mod region;
mod retarget;
pub mod stance;
pub mod symbols;
pub mod tensor;
pub mod tensor_metadata;
#[cfg(debug_assertions)]
mod test_compiler;
#[cfg(debug_assertions)]
mod test_readers;
pub mod torch_state;
mod warning;
mod watch;
mod words;

pub use callable::{make_compiled, make_disabled};
pub use class::{InstanceDict, InstanceValues};
pub use code::Code;
pub use dict::{Entry as DictEntry, Lookup};
pub use compiler::{Compiler, EntryGuards, FrameFilter, FrameRequest, History, NewEntry, Outcome, set_compiler, set_filter};
pub use error::{Result, clear_error, fetch_error};
pub use frame::FrameView;
pub use guard_keeper::GuardKeeper;
pub use function::{Function, Method};
pub use object::Object;
pub use owned::{Keeper, Owned};
pub use region::ContextId;
pub use words::Words;
