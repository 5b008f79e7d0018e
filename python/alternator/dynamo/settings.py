"""Support for torch's settings (`torch._dynamo.config`, `torch.compiler.config`).

A setting is honoured, makes no difference (which is said once, where it is set to something else than its default), or is
refused with an error. `docs/settings.md` is made of this by `tools/document_torch.py`.
"""

from __future__ import annotations

import os
import sys
import warnings
from typing import Any

# Honoured by the part of torch that reads them: backends, fake tensors, torch._numpy, caches, or Alternator beside them.
_ELSEWHERE = {
    "fake tensors read it": (
        "_custom_ops_profile", "fake_tensor_cache_enabled", "fake_tensor_cache_crosscheck_enabled",
        "fake_tensor_disable_inference_mode",
    ),
    "torch._numpy reads it": ("numpy_default_complex", "numpy_default_float", "numpy_default_int"),
    "the backend reads it": (
        "cudagraph_backend_keep_input_mutation", "cudagraph_backend_support_input_mutation", "force_disable_caches",
        "force_cudagraph_gc", "cache_key_tag", "compile_on_one_rank", "use_lazy_graph_module", "record_runtime_overhead",
    ),
    "torch's logs and debugging tools read it": (
        "debug_dir_root", "base_dir", "debug_disable_compile_counter", "repro_level", "repro_forward_only",
        "repro_ignore_non_fp", "repro_tolerance", "same_two_models_use_fp64",
    ),
    "torch.export's own front end reads it": (
        "install_free_tensors_for_export", "do_not_emit_runtime_asserts",
        "prefer_deferred_runtime_asserts_over_guards", "canonicalize_output_graph_node_order", "_dynamic_shapes_spec", "_shapes_spec",
        "skip_fwd_side_effects_in_bwd_under_checkpoint", "capture_sparse_compute",
    ),
    "it counts where a graph is handed to its backend": (
        "debug_backend_override", "debug_inductor_config_override", "verify_correctness", "repro_after",
    ),
    "sizes and ints are told by the names of their sources": ("dynamic_sources", "static_sources", "unbacked_sources"),
    "sizes and ints are told by what they are": ("dynamic_values",),
    "torch's profile of what changes is read and written, under `job_id`": (
        "job_id", "automatic_dynamic_local_pgo", "automatic_dynamic_remote_pgo", "pgo_extra_read_key", "pgo_extra_write_key",
    ),
    "the backward passes that a call begins are graphs": ("compiled_autograd", "compiled_autograd_kwargs_override"),
    "it counts where a frame is traced, but for limits": ("debug_dynamo_config_override",),
    "equal calls of modules and functions reach any backend as one body": ("use_graph_deduplication",),
    "no body is shared": ("inline_invoke_subgraph",),
    "NumPy's own random numbers are used always": ("use_numpy_random_stream",),
    "nothing is compiled inside of a dispatch mode's handler, or it is": ("inline_torch_dispatch_torch_compile",),
    "operators of torch read it": ("leaf_function_check_escaped_gradients", "leaf_function_validate_outputs"),
    "asked where a tracer calls a compiled function": ("error_on_nested_fx_trace",),
    "torch._dynamo.optimize asks it": ("raise_on_ctx_manager_usage",),
    "what is made ahead of time is made by torch's own front end": ("enable_aot_compile",),
    "graphs are cut at the buckets of DistributedDataParallel or not; the Python reducer needs compiled autograd": ("optimize_ddp",),
}  # fmt: skip

# Settings of the inner workings of torch's front end, which Alternator replaces: graphs and results do not depend on them.
_INSIDE = {
    "nothing reads it, in torch or here": (
        "TYPE_CHECKING", "_save_config_ignore", "allowed_functions_module_string_ignorelist", "capture_autograd_function",
        "dead_code_elimination", "dynamic_shapes", "enable_cpp_framelocals_guard_eval", "enable_cpp_guard_manager",
        "enable_faithful_generator_behavior", "error_on_nested_jit_trace", "inline_inbuilt_nn_modules", "minimum_call_count",
        "optimize_ddp_lazy_compile", "raise_on_unsafe_aot_autograd", "report_guard_failures",
        "skip_code_recursive_on_cache_limit_hit", "skip_code_recursive_on_recompile_limit_hit",
        "skip_tensor_guards_with_matching_dict_tags", "skipfiles_inline_module_allowlist", "traceable_tensor_subclasses",
        "max_saved_pointers_for_recursive_dict_tags_check", "capture_func_transforms",
    ),
    "a function reads whether a profiler runs under a guard": ("constant_fold_autograd_profiler_enabled",),
    "below compiled code nothing is traced": ("error_on_dynamo_callback_in_fullgraph_compiled_code",),
    "code of libraries is traced like the program's in any case": ("dont_skip_tracing",),
    "tensors from outside are inputs of the graph, but where torch.export sets it": ("install_free_tensors",),
    "a body that is called once is no body": ("inline_single_use_invoke_subgraph",),
    "guards are one native program, which leaves nothing out that can change": (
        "_unsafe_skip_fsdp_module_guards", "assume_dunder_attributes_remain_unchanged", "automatic_dynamic_exclusion_guard",
        "enable_cpp_symbolic_shape_guards", "guard_nn_modules", "guard_nn_modules_using_dict_tags", "skip_fsdp_guards",
        "skip_guards_on_constant_func_defaults", "skip_nnmodule_hook_guards", "skip_no_tensor_aliasing_guards_on_parameters",
        "use_lamba_guard_for_object_aliasing", "use_recursive_dict_tags_for_guards",
    ),
    "a function without operators is compiled in any case, and its backend is given no graph": ("allow_empty_graphs",),
    "it is about variables of torch's own tracer": (
        "_autograd_backward_strict_mode_banned_ops", "_autograd_backward_strict_mode_conditional_banned_ops",
        "computed_lazy_constant_max_nodes", "enable_dynamo_decompositions", "enable_p2p_compilation",
        "enable_trace_contextlib", "enable_trace_load_build_class", "enable_trace_unittest", "generate_pycode",
        "graph_deduplication_lint", "inject_BUILD_SET_unimplemented_TESTING_ONLY", "invalidate_compile_context_weakrefs",
        "issue_3_13_0_warning", "skip_fsdp_hooks", "skip_torchrec", "track_nodes_for_deduplication", "wrap_top_frame",
        "force_unspec_int_unbacked_size_like_on_torchrec_kjt", "nontraceable_tensor_subclasses",
    ),
    "it makes torch's own compilation quicker, or measures it": (
        "cprofile", "dynamo_profiler", "gc_gen2_threshold_during_compile", "log_compilation_metrics",
        "log_graph_in_out_metadata", "record_compile_time_instruction_count", "run_gc_after_compile",
        "replay_record_enabled", "verbose", "pt2_compile_id_prefix", "log_file_name",
    ),
}  # fmt: skip

_REFUSED = {
    "code and guards are not kept for another process; what the backend compiled is": ("caching_precompile", "strict_precompile"),
    "each rank decides for itself what is dynamic; mark the tensors with mark_dynamic": ("enable_compiler_collectives",),
    "without its effects a program would go wrong": ("replay_side_effects",),
    "what is traced by torch.fx or make_fx runs as written": ("force_compile_during_fx_trace",),
    "parameters are no constants of the graph": ("prepare_freezing",),
    "a parameter that is made inside of a compiled function breaks the graph": ("graph_break_on_nn_param_ctor",),
    "it breaks graphs for torch's own tests": ("debug_force_graph_break_on_leaf_return", "debug_force_nested_calls"),
    "regions marked with nested_compile_region are compiled with the graph that they are in": (
        "enable_invoke_subgraph_regional_compile",
    ),
}  # fmt: skip

HONOURED, NO_DIFFERENCE, REFUSED = "honoured", "makes no difference", "refused"

# Settings of which some values are refused and others are not: whether a value is taken.
_SERVED: dict[str, Any] = {
    "optimize_ddp": lambda value: value in (True, "ddp_optimizer", False, "no_optimization"),
}


def _spread(groups: dict[str, tuple[str, ...]], state: str) -> dict[str, tuple[str, str]]:
    return {name: (state, reason) for reason, names in groups.items() for name in names}


_STATES = {
    **_spread(_ELSEWHERE, HONOURED),
    **_spread(_INSIDE, NO_DIFFERENCE),
    **_spread(_REFUSED, REFUSED),
}


def state_of(name: str) -> tuple[str, str] | None:
    """The support for a setting and the reason; None for an unlisted one."""
    from alternator import configuration

    if name in _STATES:
        return _STATES[name]
    return (HONOURED, "a setting of Alternator's too") if configuration.knows(name) else None


def check(where: str, name: str, value: Any, default: Any) -> None:
    """Warns about a setting that makes no difference; raises for one that is refused."""
    if value == default:
        return
    state, reason = state_of(name) or (REFUSED, "Alternator does not know it")
    if not _SERVED.get(name, lambda value: state != REFUSED)(value):
        raise RuntimeError(f"{where}.{name} = {value!r} is not possible with Alternator: {reason}")
    if state == NO_DIFFERENCE:
        _say_once(f"{where}.{name} makes no difference to Alternator: {reason}")


# Variables by which torch's front end is told what Alternator refuses as a setting.
ENVIRONMENT = {
    "TORCH_CACHING_PRECOMPILE": "caching_precompile",
    "TORCHDYNAMO_PREPARE_FREEZING": "prepare_freezing",
    "TORCH_COMPILE_REPLAY_RECORD": "replay_record_enabled",
    "TORCH_COMPILE_CPROFILE": "cprofile",
    "TORCH_COMPILE_DYNAMO_PROFILER": "dynamo_profiler",
}


def check_environment() -> None:
    """Warns about environment variables without support. They are no errors, because a launcher may set them for many
    programs."""
    for variable, name in ENVIRONMENT.items():
        if os.environ.get(variable, "0") not in ("", "0"):
            _, reason = _STATES[name]
            _say_once(f"the environment variable {variable} has no effect with Alternator: {reason}")


_said: set[str] = set()


def _say_once(text: str) -> None:
    if text not in _said:
        _said.add(text)
        warnings.warn(text, stacklevel=4)


def set_by_torch() -> bool:
    """Whether torch's own code makes a setting, by the first frame outside of the settings machinery."""
    import torch
    import torch.utils._config_module as machinery

    inside = os.path.dirname(torch.__file__) + os.sep
    own = {machinery.__file__, __file__, os.path.join(os.path.dirname(__file__), "state.py")}
    frame = sys._getframe(1)
    while frame is not None:
        file = frame.f_code.co_filename
        if file not in own and not file.endswith(("contextlib.py", "unittest/mock.py")):
            return file.startswith(inside)
        frame = frame.f_back  # type: ignore[assignment]
    return False
