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
    pub trace_call: bool,
    pub automatic_dynamic_shapes: bool,
    pub specialize_int: bool,
    pub specialize_float: bool,
    pub allow_unspec_int_on_nn_module: bool,
    pub trace_numpy: bool,
    pub graph_breaks_in_loops: bool,
    /// A break in an inlined function ends the graph there, not at the call of it.
    pub nested_graph_breaks: bool,
    pub allow_rnn: bool,
    pub trace_autograd_ops: bool,
    /// An assertion about a tensor becomes a node of the graph.
    pub rewrites_asserts: bool,
    pub capture_scalar_outputs: bool,
    pub capture_dynamic_output_shape_ops: bool,
    /// A call of a module that is like an earlier one is not followed.
    pub repeats_calls: bool,
    /// Repeated regions reach the backend as one body and its calls.
    pub shares_regions: bool,
    /// Regions that the program marks do.
    pub shares_marked_regions: bool,
    /// The frame is the call of an operator that takes functions, in a level of functorch. torch compiles it by itself, to run
    /// the graph at that level.
    pub is_in_transform: bool,
    /// A callable that tells by a source's name, a dimension and its size what is configured for it, if anything is.
    pub marked_sources: Option<Owned>,
    /// Sizes of parameters are static, and those of all tensors that modules keep.
    pub force_parameter_static_shapes: bool,
    pub force_module_static_shapes: bool,
    /// Sizes that have changed become unbacked symbols.
    pub changes_are_unbacked: bool,
    /// A callable that says why an operator may not go into a graph, if some may not.
    pub judges_operators: Option<Owned>,
    /// A range of the profiler is two nodes of the graph.
    pub captures_profiler_ranges: bool,
    /// Effects on existing objects are warned of, or an error.
    pub tells_side_effects: bool,
    /// Dimensions that are marked dynamic may be specialised without an error.
    pub allow_ignore_mark_dynamic: bool,
    pub suppress_errors: bool,
    pub error_on_recompile: bool,
    pub fail_on_recompile_limit_hit: bool,
}

impl Settings {
    /// The settings that a context's frames are traced with; those of one compilation, by its number, may differ.
    pub fn read(python: Python<'_>, context_id: ContextId, compile_id: Option<(u64, u64)>) -> PyResult<Settings> {
        let context = crate::python::import(python, "alternator.context")?.call_method1("find", (context_id,))?;
        let configuration = crate::python::import(python, "alternator.configuration")?;
        let values = configuration.call_method1("values_of", (compile_id,))?;
        let on = |name: &str| -> bool { values.get_item(name).ok().and_then(|value| value.is_truthy().ok()).unwrap_or(false) };
        let marked_sources = configuration.call_method1("marked_sources", (&context,))?;
        let is = |name: &str, word: &str| -> bool { values.get_item(name).is_ok_and(|value| value.eq(word).unwrap_or(false)) };
        let assume_static = on("assume_static_by_default");
        let dynamic: Option<bool> = match context.is_none() {
            true => None,
            false => context.getattr("dynamic")?.extract()?,
        };
        let is_in_transform = configuration.call_method0("is_operator_in_transform")?.is_truthy()?;
        // torch's functorch rules of these operators take no symbolic sizes as operands.
        let dynamic = if is_in_transform { Some(false) } else { dynamic };
        let automatic = on("automatic_dynamic_shapes");
        // With fullgraph, some settings capture what would break the graph.
        let fullgraph = !context.is_none() && context.getattr("fullgraph")?.is_truthy()?;
        Ok(Settings {
            context_id,
            fullgraph,
            dynamic: dynamic.or(if assume_static { None } else { Some(true) }),
            record_rules: std::env::var_os("ALTERNATOR_RECORD_RULES").is_some(),
            trace_bytecode: crate::report::logs::enabled("trace_bytecode"),
            trace_source: crate::report::logs::enabled("trace_source"),
            trace_call: crate::report::logs::enabled("trace_call"),
            automatic_dynamic_shapes: automatic,
            specialize_int: on("specialize_int"),
            specialize_float: on("specialize_float"),
            allow_unspec_int_on_nn_module: on("allow_unspec_int_on_nn_module"),
            trace_numpy: on("trace_numpy"),
            graph_breaks_in_loops: on("graph_breaks_in_loops"),
            nested_graph_breaks: on("nested_graph_breaks"),
            trace_autograd_ops: on("trace_autograd_ops"),
            allow_rnn: fullgraph || on("allow_rnn"),
            rewrites_asserts: on("rewrite_assert_with_torch_assert"),
            capture_scalar_outputs: fullgraph || on("capture_scalar_outputs"),
            capture_dynamic_output_shape_ops: fullgraph || on("capture_dynamic_output_shape_ops"),
            repeats_calls: on("repeat_calls"),
            shares_regions: !context.is_none() && context.getattr("shares_regions")?.is_truthy()?,
            shares_marked_regions: !context.is_none() && context.getattr("shares_marked_regions")?.is_truthy()?,
            is_in_transform,
            marked_sources: (!marked_sources.is_none()).then(|| Owned::from_bound(marked_sources)),
            force_parameter_static_shapes: on("force_parameter_static_shapes"),
            force_module_static_shapes: on("force_nn_module_property_static_shapes"),
            changes_are_unbacked: is("automatic_dynamic_shapes_mark_as", "unbacked"),
            judges_operators: match on("only_allow_pt2_compliant_ops") {
                true => Some(Owned::from_bound(configuration.getattr("not_compliant")?)),
                false => None,
            },
            captures_profiler_ranges: on("capture_profiler_record_function"),
            tells_side_effects: is("side_effect_replay_policy", "warn") || is("side_effect_replay_policy", "error"),
            allow_ignore_mark_dynamic: on("allow_ignore_mark_dynamic"),
            // As in torch, fullgraph overrides this setting.
            suppress_errors: !fullgraph && on("suppress_errors"),
            error_on_recompile: on("error_on_recompile"),
            fail_on_recompile_limit_hit: on("fail_on_recompile_limit_hit"),
            context: Owned::from_bound(context),
        })
    }
}
