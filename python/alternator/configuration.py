"""`alternator.config`: torch's names, torch's defaults, nothing accepted that means nothing."""

from __future__ import annotations

import contextlib
import os
import re
import sys
from collections.abc import Callable
from typing import Any

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
    # Whether an assertion about a tensor becomes a node of the graph that checks; it breaks the graph otherwise.
    "rewrite_assert_with_torch_assert": True,
    # Whether a loop that breaks is captured in pieces. torch.compile leaves its frame to CPython, and captures what it
    # calls.
    "graph_breaks_in_loops": False,
    "allow_rnn": False,
    "trace_autograd_ops": False,
    # Whether calls of modules that compute the same reach the backend as one body: "always", "never", or, "auto", where
    # the backend is inductor, which compiles the body once.
    "repeated_regions": "auto",
    # Functions that are called once the graph has run, and those that are not called at all.
    "reorderable_logging_functions": set(),
    "ignore_logging_functions": set(),
    "ignore_logger_methods": set(),
    # What happens when something goes wrong, and whether anything is done at all.
    "suppress_errors": False,
    "verbose": False,
    "disable": False,
}


def _on(name: str, default: str = "0") -> bool:
    return os.environ.get(name, default) == "1"


# As torch reads them, where it is imported.
values.update(
    disable=_on("TORCH_COMPILE_DISABLE"),
    suppress_errors=bool(os.environ.get("TORCHDYNAMO_SUPPRESS_ERRORS")),
    verbose=_on("TORCHDYNAMO_VERBOSE"),
    automatic_dynamic_shapes=_on("TORCH_DYNAMO_AUTOMATIC_DYNAMIC_SHAPES", "1"),
    capture_scalar_outputs=_on("TORCHDYNAMO_CAPTURE_SCALAR_OUTPUTS"),
    capture_dynamic_output_shape_ops=_on("TORCHDYNAMO_CAPTURE_DYNAMIC_OUTPUT_SHAPE_OPS"),
)
DEFAULTS = {name: value for name, value in values.items() if not isinstance(value, set)}
if _on("TORCHDYNAMO_DISABLE"):  # which is no setting of torch's
    values["disable"] = True

# torch's configuration, once it has been imported: what is set here is set there.
theirs: Any = None


def marked_sources() -> Callable[[str, int], tuple[bool, bool] | None] | None:
    """The settings `dynamic_sources`, `static_sources` and `unbacked_sources`: a function that tells whether a
    dimension of a source is dynamic and whether it is unbacked."""
    config = sys.modules.get("torch.compiler.config")
    if config is None and any(map(os.environ.get, _SOURCES)):
        import torch.compiler.config as config
    if config is None:
        return None
    # What stands first is stronger.
    settings = ("static_sources", (False, False)), ("unbacked_sources", (True, True)), ("dynamic_sources", (True, False))
    named = [(mark, getattr(config, name, "")) for name, mark in settings]
    entries = [(mark, *_entry(text)) for mark, texts in named for text in texts.replace(" ", "").split(",") if text]
    if not entries:
        return None

    def said(name: str, dimension: int) -> tuple[bool, bool] | None:
        for mark, pattern, only in entries:
            if only in (None, dimension) and (pattern == name or re.match(pattern, name)):
                return mark
        return None

    return said


# Variables that set them before anybody imports torch.compiler.config.
_SOURCES = "TORCH_COMPILE_DYNAMIC_SOURCES", "TORCH_COMPILE_STATIC_SOURCES", "TORCH_COMPILE_UNBACKED_SOURCES"


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


reordered = ConfiguredIds("reorderable_logging_functions")
ignored = ConfiguredIds("ignore_logging_functions", "ignore_logger_methods")

_ALIASES = {
    "cache_size_limit": "recompile_limit",
    "accumulated_cache_size_limit": "accumulated_recompile_limit",
    "fail_on_cache_limit_hit": "fail_on_recompile_limit_hit",
}

_CHOICES = {
    "repeated_regions": ("auto", "always", "never"),
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
            setattr(theirs, name, value)  # which tells `take`
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
