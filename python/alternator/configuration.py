"""`alternator.config`: torch's names, torch's defaults, nothing accepted that means nothing."""

from __future__ import annotations

import contextlib
import os
import re
import sys
import types
from collections.abc import Callable
from typing import Any, NamedTuple

values: dict[str, Any] = {
    # How many entries a code object may have, and how many over all its functions.
    "recompile_limit": 8,
    "accumulated_recompile_limit": 256,
    "fail_on_recompile_limit_hit": False,
    "error_on_recompile": False,
    # What is static and what is symbolic.
    "assume_static_by_default": True,
    "automatic_dynamic_shapes": True,
    "automatic_dynamic_shapes_mark_as": "dynamic",
    "force_parameter_static_shapes": True,
    "force_nn_module_property_static_shapes": True,
    "allow_unspec_int_on_nn_module": False,
    "allow_ignore_mark_dynamic": False,
    "specialize_int": False,
    "specialize_float": False,
    # What goes into the graph.
    "capture_scalar_outputs": False,
    "capture_dynamic_output_shape_ops": False,
    "capture_func_transforms": True,
    "trace_numpy": True,
    # Whether operators without torch's tag `pt2_compliant_tag` break the graph.
    "only_allow_pt2_compliant_ops": False,
    # Whether ranges of the profiler are nodes of the graph.
    "capture_profiler_record_function": False,
    # Whether an assertion about a tensor becomes a node of the graph that checks; it breaks the graph otherwise.
    "rewrite_assert_with_torch_assert": True,
    # Whether a loop that breaks is captured in pieces. torch.compile leaves its frame to CPython, and captures what it
    # calls.
    "graph_breaks_in_loops": False,
    # Whether a break in a called function ends the graph there. Otherwise the caller's graph ends at the call, and the function
    # is captured on its own.
    "nested_graph_breaks": False,
    "allow_rnn": False,
    "trace_autograd_ops": False,
    # Whether the trace of a module's call is taken over for modules like it: the same graph and guards, in less time.
    "repeat_calls": True,
    # Whether calls of modules that compute the same reach the backend as one body: "always", "never", or, "auto", where
    # the backend is inductor, which compiles the body once.
    "repeated_regions": "auto",
    # Functions that are called once the graph has run, and those that are not called at all.
    "reorderable_logging_functions": set(),
    "ignore_logging_functions": set(),
    "ignore_logger_methods": set(),
    # What happens when something goes wrong, and whether anything is done at all.
    "suppress_errors": False,
    # What is said of a trace that changes existing objects: "info" and "silent" allow it, "warn" and "error" say it.
    "side_effect_replay_policy": "info",
    "verbose": False,
    "disable": False,
}


def _on(name: str, default: str = "0") -> bool:
    return os.environ.get(name, default) == "1"


# Environment variables that torch reads when it is imported.
values.update(
    disable=_on("TORCH_COMPILE_DISABLE"),
    suppress_errors=bool(os.environ.get("TORCHDYNAMO_SUPPRESS_ERRORS")),
    verbose=_on("TORCHDYNAMO_VERBOSE"),
    automatic_dynamic_shapes=_on("TORCH_DYNAMO_AUTOMATIC_DYNAMIC_SHAPES", "1"),
    capture_scalar_outputs=_on("TORCHDYNAMO_CAPTURE_SCALAR_OUTPUTS"),
    capture_dynamic_output_shape_ops=_on("TORCHDYNAMO_CAPTURE_DYNAMIC_OUTPUT_SHAPE_OPS"),
)
DEFAULTS = {name: value for name, value in values.items() if not isinstance(value, set)}
if _on("TORCHDYNAMO_DISABLE"):  # torch reads it apart from its settings
    values["disable"] = True

# torch's configuration, once it has been imported: what is set here is set there.
theirs: Any = None


class Said(NamedTuple):
    """What is configured for a dimension or an int."""

    dynamic: bool
    unbacked: bool = False
    by_name: bool = True
    """Whether it names this source: then it holds for parameters and what modules keep as well."""
    least: int | None = None
    greatest: int | None = None
    shape: str | None = None
    """Dimensions with the same one are of the same size."""


def values_of(compile_id: tuple[int, int] | None) -> dict[str, Any]:
    """The settings of a compilation: those of all, but for what `debug_dynamo_config_override` says of its number."""
    override = getattr(theirs, "debug_dynamo_config_override", "") or os.environ.get(
        "TORCH_COMPILE_OVERRIDE_DYNAMO_CONFIGS", ""
    )
    if compile_id is None or not override:
        return values
    from torch._dynamo.graph_id_filter import get_dynamo_config_override_for_compile_id
    from torch._guards import CompileId

    number = CompileId(frame_id=compile_id[0], frame_compile_id=compile_id[1])
    return {**values, **(get_dynamo_config_override_for_compile_id(number, override) or {})}


def is_kept_out_of_modes() -> bool:
    """Whether a handler of a dispatch mode is at work, in which `inline_torch_dispatch_torch_compile` allows no
    compilation."""
    if theirs is None or getattr(theirs, "inline_torch_dispatch_torch_compile", True):
        return False
    from torch.utils._python_dispatch import is_in_any_mode_without_ignore_compile_internals

    return is_in_any_mode_without_ignore_compile_internals()


def is_traced_through() -> bool:
    """Whether torch.fx or make_fx traces the call of a compiled function as it is written, which `error_on_nested_fx_trace`
    allows or not. Raises torch's error if not, and where torch.jit traces it."""
    import torch

    frames = sys.modules.get("torch._dynamo.eval_frame")
    if torch.compiler.is_exporting() or getattr(frames, "_is_eager_on_nested_compile", bool)():
        return False
    symbolic = sys.modules.get("torch.fx._symbolic_trace")
    if symbolic is not None and symbolic.is_fx_symbolic_tracing():
        if getattr(theirs, "error_on_nested_fx_trace", True):
            raise RuntimeError(_TRACED.format("symbolically trace"))
        return True
    if torch._C._is_tracing():
        raise RuntimeError(_TRACED.format("torch.jit.trace"))
    return False


# torch's words.
_TRACED = "Detected that you are using FX to {} a dynamo-optimized function. This is not supported at the moment."


def is_for_operator() -> bool:
    """Whether an operator that takes functions, called as written, has its call compiled."""
    # Not every release tells.
    return getattr(sys.modules.get("torch._higher_order_ops.utils"), "_in_hop_compile", bool)()


def is_operator_in_transform() -> bool:
    """The same, in a level of functorch."""
    if not is_for_operator():
        return False
    import torch

    return torch._C._functorch.maybe_current_level() is not None


def marked_sources(context: Any = None) -> Callable[[str, int | None, int, int], Said | None] | None:
    """What `dynamic_shapes`, or else the settings `dynamic_sources`, `static_sources`, `unbacked_sources` and
    `dynamic_values`, and torch's profile of earlier processes say: a function of a source's name, the dimension (None for an
    int), the size or int, and the rank."""
    shapes = getattr(context, "shapes", None)
    if shapes is not None:
        return shapes.said
    config = sys.modules.get("torch.compiler.config")
    if config is None and any(map(os.environ.get, _SOURCES)):
        import torch.compiler.config as config
    if config is None:
        return None
    # The first of these settings that names a source decides.
    settings = ("static_sources", Said(False)), ("unbacked_sources", Said(True, True)), ("dynamic_sources", Said(True))
    named = [(mark, getattr(config, name, "")) for name, mark in settings]
    entries = [(mark, *_entry(text)) for mark, texts in named for text in texts.replace(" ", "").split(",") if text]
    numbers = {int(text) for text in getattr(config, "dynamic_values", "").replace(" ", "").split(",") if text}
    profiled = None
    if config.job_id is not None and getattr(context, "dynamic", None) is None:
        from alternator.dynamo import profile

        profiled = profile.said
    if not entries and not numbers and profiled is None:
        return None

    def said(name: str, dimension: int | None, now: int, rank: int) -> Said | None:
        for mark, pattern, only in entries:
            if (only is None or dimension is None or only == dimension) and (
                pattern == name or re.match(pattern, name)
            ):
                return mark
        if now in numbers:
            return Said(True, by_name=False)
        return profiled(name, dimension, now, rank) if profiled is not None else None

    return said


def not_compliant(function: Any) -> str | None:
    """Why an operator may not go into a graph where `only_allow_pt2_compliant_ops` is set."""
    import torch

    if isinstance(function, torch._ops.OpOverload):
        overloads = [function]
    elif isinstance(function, torch._ops.OpOverloadPacket):
        overloads = [getattr(function, name) for name in function.overloads()]
    else:
        return None
    wrong = [overload for overload in overloads if torch.Tag.pt2_compliant_tag not in overload.tags]
    return f"call of {wrong[0]}, which is not marked as compliant (only_allow_pt2_compliant_ops)" if wrong else None


# Variables that set them before anybody imports torch.compiler.config.
_SOURCES = tuple(
    f"TORCH_COMPILE_{what}"
    for what in ("DYNAMIC_SOURCES", "STATIC_SOURCES", "UNBACKED_SOURCES", "DYNAMIC_VALUES", "JOB_ID")
)


def _entry(text: str) -> tuple[str, int | None]:
    """A name or pattern, and the dimension behind its colon, if any."""
    pattern, colon, dimension = text.rpartition(":")
    return (pattern, int(dimension)) if colon and dimension.isdecimal() else (text, None)


class ConfiguredIds:
    """The ids of callables that settings list; the rules read these objects."""

    def __init__(self, *settings: str) -> None:
        self._settings = settings

    @property
    def function_ids(self) -> set[int]:
        return {id(function) for name in self._settings for function in values[name]}

    @property
    def methods(self) -> list[types.MethodType]:
        """Those that are bound methods: a program gets another object each time that it asks for one."""
        listed = (function for name in self._settings for function in values[name])
        return [function for function in listed if isinstance(function, types.MethodType)]


reordered = ConfiguredIds("reorderable_logging_functions")
ignored = ConfiguredIds("ignore_logging_functions", "ignore_logger_methods")

_ALIASES = {
    "cache_size_limit": "recompile_limit",
    "accumulated_cache_size_limit": "accumulated_recompile_limit",
    "fail_on_cache_limit_hit": "fail_on_recompile_limit_hit",
}

_CHOICES = {
    "repeated_regions": ("auto", "always", "never"),
    "automatic_dynamic_shapes_mark_as": ("dynamic", "unbacked"),
    "side_effect_replay_policy": ("info", "silent", "warn", "error"),
}

_TYPES = {name: type(value) for name, value in values.items()}


def _resolve(name: str) -> str:
    name = _ALIASES.get(name, name)
    if name not in values:
        import difflib

        near = difflib.get_close_matches(name, [*values, *_ALIASES], n=1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise AttributeError(f"alternator.config has no setting {name!r}{hint}")
    return name


def knows(name: str) -> bool:
    """Whether there is such a setting."""
    return name in values or name in _ALIASES


def take(name: str, value: Any) -> None:
    """Sets one of Alternator's settings. Accepts what torch accepts: None for no limit, any truth value for a
    switch."""
    name = _resolve(name)
    wanted = _TYPES[name]
    is_limit = wanted is int and value is None
    is_switch = wanted is bool and (value is None or isinstance(value, int))
    if type(value) is not wanted and not is_limit and not is_switch:
        raise TypeError(f"alternator.config.{name} is a {wanted.__name__}, not {value!r}")
    if value not in _CHOICES.get(name, (value,)):
        raise ValueError(f"alternator.config.{name} is one of {', '.join(map(repr, _CHOICES[name]))}, not {value!r}")
    if values.get(name, ...) == value:
        return  # as torch's settings say when torch's front end is first imported, be it in a compiled region
    values[name] = value
    if name in ("recompile_limit", "accumulated_recompile_limit"):
        from alternator import _engine

        set_limit = _engine.set_limit if name == "recompile_limit" else _engine.set_accumulated_limit
        set_limit(sys.maxsize if value is None else value)
    elif name == "disable":
        from alternator import stance

        stance.apply()


class Config:
    """Settings as attributes; `patch` sets some for a while."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return values[_resolve(name)]

    def __setattr__(self, name: str, value: Any) -> None:
        from alternator.dynamo import settings as torch_settings

        name = _resolve(name)
        torch_settings.check("alternator.config", name, value, DEFAULTS.get(name, value))
        entry = theirs._config.get(name) if theirs is not None else None
        if entry is not None and entry.alias is None:
            setattr(theirs, name, value)  # torch's configuration then calls `take`
        else:
            take(name, value)

    def __dir__(self) -> list[str]:
        return sorted([*values, *_ALIASES, "patch"])

    def __repr__(self) -> str:
        return f"alternator.config({', '.join(f'{k}={v!r}' for k, v in values.items())})"

    def patch(self, name: str | dict[str, Any] | None = None, value: Any = None, /, **changes: Any) -> Patch:
        """Settings for the length of a `with` block, or of calls of a decorated function.

        Takes `patch(name=value, …)`, `patch("name", value)` or `patch({"name": value})`.
        """
        if isinstance(name, dict):
            changes = {**name, **changes}
        elif name is not None:
            changes = {name: value, **changes}
        return Patch({_resolve(key): new for key, new in changes.items()})


class Patch(contextlib.ContextDecorator):
    def __init__(self, changes: dict[str, Any]) -> None:
        self._changes = changes
        self._before: list[dict[str, Any]] = []

    def __enter__(self) -> None:
        self._before.append({name: values[name] for name in self._changes})
        for name, value in self._changes.items():
            setattr(config, name, value)

    def __exit__(self, *_: object) -> None:
        for name, value in self._before.pop().items():
            setattr(config, name, value)


config = Config()
