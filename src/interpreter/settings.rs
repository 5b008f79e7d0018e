//! Settings of one compiled function, and of all.

use pyo3::prelude::*;

use crate::python::{ContextId, Owned};

/// One `alternator.compile(…)`: shared by every frame compiled below it.
pub struct Settings {
    pub context_id: ContextId,
    /// The Python object that stands for it (backend, options, filters).
    pub context: Owned,
    pub fullgraph: bool,
    /// `None`: static first, dynamic where a size or int changed.
    pub dynamic: Option<bool>,
    pub record_rules: bool,
    pub trace_bytecode: bool,
    pub trace_source: bool,
    pub automatic_dynamic_shapes: bool,
    pub specialize_int: bool,
    pub specialize_float: bool,
    pub allow_unspec_int_on_nn_module: bool,
    pub trace_numpy: bool,
    pub graph_breaks_in_loops: bool,
    pub allow_rnn: bool,
    pub trace_autograd_ops: bool,
    /// An assertion about a tensor becomes a node of the graph.
    pub rewrites_asserts: bool,
    pub capture_scalar_outputs: bool,
    pub capture_dynamic_output_shape_ops: bool,
    /// Repeated regions reach the backend as one body and its calls.
    pub shares_regions: bool,
    /// A callable that tells by a source's name which dimensions are configured as dynamic or static, if any are.
    pub marked_sources: Option<Owned>,
    /// Dimensions that are marked dynamic may be specialised without an error.
    pub allow_ignore_mark_dynamic: bool,
    pub suppress_errors: bool,
    pub error_on_recompile: bool,
    pub fail_on_recompile_limit_hit: bool,
}

impl Settings {
    pub fn read(python: Python<'_>, context_id: ContextId) -> PyResult<Settings> {
        let context = crate::python::import(python, "alternator.context")?.call_method1("find", (context_id,))?;
        let values = crate::python::import(python, "alternator.configuration")?.getattr("values")?;
        let on = |name: &str| -> bool { values.get_item(name).ok().and_then(|value| value.is_truthy().ok()).unwrap_or(false) };
        let marked_sources = crate::python::import(python, "alternator.configuration")?.call_method0("marked_sources")?;
        let assume_static = on("assume_static_by_default");
        let dynamic: Option<bool> = match context.is_none() {
            true => None,
            false => context.getattr("dynamic")?.extract()?,
        };
        let automatic = on("automatic_dynamic_shapes");
        // What would break the graph goes into it where the user does not want breaks.
        let fullgraph = !context.is_none() && context.getattr("fullgraph")?.is_truthy()?;
        Ok(Settings {
            context_id,
            fullgraph,
            dynamic: dynamic.or(if assume_static { None } else { Some(true) }),
            record_rules: std::env::var_os("ALTERNATOR_RECORD_RULES").is_some(),
            trace_bytecode: crate::report::logs::enabled("trace_bytecode"),
            trace_source: crate::report::logs::enabled("trace_source"),
            automatic_dynamic_shapes: automatic,
            specialize_int: on("specialize_int"),
            specialize_float: on("specialize_float"),
            allow_unspec_int_on_nn_module: on("allow_unspec_int_on_nn_module"),
            trace_numpy: on("trace_numpy"),
            graph_breaks_in_loops: on("graph_breaks_in_loops"),
            trace_autograd_ops: on("trace_autograd_ops"),
            allow_rnn: fullgraph || on("allow_rnn"),
            rewrites_asserts: on("rewrite_assert_with_torch_assert"),
            capture_scalar_outputs: fullgraph || on("capture_scalar_outputs"),
            capture_dynamic_output_shape_ops: fullgraph || on("capture_dynamic_output_shape_ops"),
            shares_regions: !context.is_none() && context.getattr("shares_regions")?.is_truthy()?,
            marked_sources: (!marked_sources.is_none()).then(|| Owned::from_bound(marked_sources)),
            allow_ignore_mark_dynamic: on("allow_ignore_mark_dynamic"),
            // As torch has it, what asks for errors gets them.
            suppress_errors: !fullgraph && on("suppress_errors"),
            error_on_recompile: on("error_on_recompile"),
            fail_on_recompile_limit_hit: on("fail_on_recompile_limit_hit"),
            context: Owned::from_bound(context),
        })
    }
}
