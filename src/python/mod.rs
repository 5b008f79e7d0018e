//! Everything that touches CPython's memory: objects, layouts, the frame hook, the code cache.

pub mod array;
pub mod as_written;
pub mod bytecode;
pub mod cache;
mod callable;
mod class;
mod class_spec;
mod code;
mod collector;
pub mod compiler;
mod constant;
pub mod context_variables;
mod continuation;
mod decide;
pub mod dict;
mod dict_watch;
mod ended_frame;
mod error;
mod fact;
pub mod finalisers;
pub mod flattening;
mod follow;
pub mod frame;
mod function;
mod gil;
mod guard_keeper;
pub mod hook;
mod import;
pub mod interruption;
pub mod item_classes;
pub mod layout;
mod limit;
mod members;
mod memory;
pub mod module;
pub mod object;
mod of_torch;
mod owned;
mod owner;
mod private;
mod profiler;
pub mod read;
mod reference;
pub mod region;
mod retarget;
pub mod same;
pub mod stack;
pub mod stance;
pub mod storage;
pub mod symbols;
pub mod tensor;
#[cfg(debug_assertions)]
mod test_compiler;
#[cfg(debug_assertions)]
mod test_readers;
pub mod torch_state;
mod versions;
mod warning;
mod weak_table;
mod words;

pub use callable::{make_compiled, make_disabled};
pub use class::{InstanceDict, InstanceValues};
pub use code::Code;
pub use collector::Paused;
pub use compiler::{
    Capture, Compiler, EntryGuards, FrameFilter, FrameRequest, GivenValues, History, Limit, Lives, NewEntry, Outcome,
    set_compiler, set_filter,
};
pub use constant::{DEEPEST_CONSTANT, set_classes_of_tuples};
pub use dict::{Entry as DictEntry, Lookup};
pub use dict_watch::Interest;
pub use error::{Result, clear_error, fetch_error};
pub use fact::{ArrayFact, TensorFact};
pub use frame::FrameView;
pub use function::{Function, Method};
pub use gil::UnderGil;
pub use guard_keeper::GuardKeeper;
pub use import::{
    at_hand as module_at_hand, file_of_loaded, import, is_listed_file, keep_lasting_modules, loaded as loaded_module,
    loaded_modules, named,
};
pub use object::Object;
pub use owned::{Keeper, Owned};
pub use region::ContextId;
pub use same::{is_constant, same_value, set_classes_of_values};
pub use warning::{listed, note_fault};
pub use weak_table::WeakTable;
pub use words::{Items, Words};
