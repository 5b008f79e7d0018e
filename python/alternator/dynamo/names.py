"""The public names of `torch.compiler` and `torch._dynamo`, and the support for each.

`tools/document_torch.py` makes `docs/names.md` from it. """

from __future__ import annotations

import types
from typing import Any, TypeVar

SAME, BETTER, TORCHS, NO_DIFFERENCE, REFUSED = "same", "better", "torch's own", "makes no difference", "refused"

_STATES = {
    SAME: {
        "compiles": ("compile", "optimize", "optimize_assert", "OptimizedModule", "nested_compile_region", "wrap_numpy"),
        "keeps code out of graphs": (
            "disable", "disallow_in_graph", "skip_frame", "step_unsupported", "is_dynamo_disable_recursive",
        ),
        "what it marks goes into the graph": ("allow_in_graph", "assume_constant_result", "nonstrict_trace"),
        "code of libraries is traced like the program's in any case": ("dont_skip_tracing",),
        "traced in the place of the original": ("substitute_in_graph",),
        "a call of what it marks is an error in compiled code": ("forbid_in_graph",),
        "breaks the graph, or makes breaks errors": ("graph_break", "error_on_graph_break"),
        "what it says of tensors is kept to": ("mark_dynamic", "maybe_mark_dynamic", "mark_static", "mark_static_address"),
        "what may happen when a call is not in the cache": ("set_stance", "run"),
        "asks whether code is being compiled": ("is_compiling", "is_dynamo_compiling", "is_exporting"),
        "one registry of backends": (
            "list_backends", "lookup_backend", "register_backend", "get_default_backend", "set_default_backend",
        ),
        "filters see the guards as entries with torch's names": (
            "keep_portable_guards_unsafe", "keep_tensor_guards_unsafe", "skip_all_guards_unsafe",
            "skip_guard_on_all_nn_modules_unsafe", "skip_guard_on_globals_unsafe", "skip_guard_on_inbuilt_nn_modules_unsafe",
        ),
        "the backend reads it": (
            "cudagraph_mark_step_begin", "cudagraph_mark_warmup_incomplete", "override_cudagraphs", "save_cache_artifacts",
            "load_cache_artifacts", "CacheInfo", "NestedCompileRegionOptions",
        ),
        "forgets what is compiled, here and there": ("reset", "reset_code", "reset_code_caches"),
        "settings, each with [a state of its own](settings.md)": ("config", "patch_dynamo_config"),
        "told of compilations as they happen": (
            "callback_handler", "on_compile_start", "on_compile_end", "register_hook_for_recompile_user_context",
            "reset_recompile_user_contexts", "graph_break_reasons", "guard_failures",
        ),
    },
    BETTER: {
        "all breaks are listed, also those without operators on one side": ("explain",),
        "works in compiled code, where torch's front end raises": ("override_optimization_hint",),
    },
    TORCHS: {
        "torch's own front end exports and compiles ahead of time": (
            "export", "load_compiled_function", "precompile", "PrecompileError",
        ),
        "runs what torch's own front end recorded": ("replay",),
        "about the machine": (
            "is_dynamo_supported", "is_inductor_supported", "get_recursion_limit", "set_recursion_limit", "reset_frame_count",
        ),
        "part of torch's own tracer, and nothing for programs": (
            "GenerationTracker", "TensorifyState", "code_context", "orig_code_map", "reset_code_state",
        ),
    },
    NO_DIFFERENCE: {
        "comparing and hashing objects of C types breaks the graph, unless a rule knows the type": ("allow_c_slot",),
        "whether breaks nest is said for all of a trace, by the setting": ("disable_nested_graph_breaks",),
    },
    REFUSED: {
        "each rank decides for itself what it compiles": ("set_enable_guard_collectives",),
        "the debugger steps through bytecode of torch's own": ("bytecode_debugger",),
    },
}  # fmt: skip


def public_names(module: Any) -> list[str]:
    """The public names of a module: its `__all__`, and other objects of torch without an underscore."""
    listed = set(getattr(module, "__all__", ()))
    return sorted(name for name in {*listed, *vars(module)} if name in listed or _is_offered(name, getattr(module, name, None)))


def _is_offered(name: str, value: Any) -> bool:
    where = getattr(value, "__module__", None) or type(value).__module__
    return not name.startswith("_") and not isinstance(value, (types.ModuleType, TypeVar)) and where.startswith("torch")


def reason_of(name: str) -> str:
    """Why a name is refused, or makes no difference."""
    state = state_of(name)
    return state[1] if state is not None else ""


def state_of(name: str) -> tuple[str, str] | None:
    """The support for a name and the reason; None for an unlisted one."""
    for state, groups in _STATES.items():
        for reason, names in groups.items():
            if name in names:
                return state, reason
    return None
