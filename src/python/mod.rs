//! Everything that touches CPython's memory: objects, layouts, the frame hook, the code cache.

pub mod bytecode;
mod class;
mod code;
mod constant;
pub mod dict;
mod error;
pub mod frame;
mod function;
pub mod layout;
mod memory;
pub mod object;
mod owned;
mod private;

pub use class::{InstanceDict, InstanceValues};
pub use code::Code;
pub use error::{Result, clear_error, fetch_error};
pub use frame::FrameView;
pub use function::{Function, Method};
pub use object::Object;
pub use owned::{Keeper, Owned};
