//! What the user asked of one compiled function.

use crate::python::Owned;

/// One `alternator.compile(…)`: shared by every frame compiled below it.
pub struct Settings {
    /// The Python object that stands for it on the Python side (backend, options, filters).
    pub context: Owned,
    pub fullgraph: bool,
    /// `None`: static first, dynamic where a size or int changed.
    pub dynamic: Option<bool>,
    pub record_rules: bool,
    pub trace_bytecode: bool,
    pub assume_static_by_default: bool,
    pub automatic_dynamic_shapes: bool,
    pub specialize_int: bool,
    pub allow_unspec_int_on_nn_module: bool,
    pub capture_scalar_outputs: bool,
    pub capture_dynamic_output_shape_ops: bool,
}
