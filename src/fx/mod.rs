//! From the graph to a `torch.fx.GraphModule`, and to what its backend makes of it.

mod bodies;
pub mod forward;
mod inputs;
pub mod listing;
mod module;
pub mod names;
pub mod nodes;
mod places;
mod region_calls;
mod regions;
mod so_far;
pub mod text;
pub mod written;

pub use module::*;
