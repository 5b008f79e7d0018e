"""Logs: `ALTERNATOR_LOGS`, and torch's own `TORCH_LOGS` and `torch._logging.set_logs`.

The engine writes the first to standard error itself. What torch is asked for goes through torch's loggers, by the names that
its front end has for them, so that levels, formats and handlers are torch's. Texts that the structured trace (`TORCH_TRACE`)
wants as well go there by the same way; its other records are made in `torch_records`.
"""

from __future__ import annotations

import functools
import itertools
import logging
import os
import warnings
from types import CodeType, SimpleNamespace
from typing import Any

import torch

# Topics, with the module of torch's front end that writes such a thing, and torch's names for it.
ARTIFACTS = {
    "graph": ("output_graph", ("graph",)),
    "graph_code": ("output_graph", ("graph_code",)),
    "graph_sizes": ("output_graph", ("graph_sizes",)),
    "guards": ("guards", ("guards",)),
    "recompiles": ("guards", ("recompiles", "recompiles_verbose")),
    "graph_breaks": ("symbolic_convert", ("graph_breaks",)),
    "bytecode": ("convert_frame", ("bytecode",)),
    "trace_source": ("symbolic_convert", ("trace_source",)),
    "trace_bytecode": ("symbolic_convert", ("trace_bytecode",)),
    "trace_call": ("symbolic_convert", ("trace_call",)),
    "side_effects": ("side_effects", ("side_effects",)),
}
# Topics that go to loggers for whole modules of torch, a record for each line.
OF_MODULES = {"symbols": "torch.fx.experimental.symbolic_shapes"}
# Topics that are records of the structured trace: by name, or as artifacts.
RECORDS = {"guards": "dynamo_cpp_guards_str"}
TRACED_ARTIFACTS = {
    "graph_breaks": "dynamo_graph_break_reason",
    "bytecode": "dynamo_bytecode",
    "side_effects": "dynamo_side_effects",
}
# What ALTERNATOR_LOGS may name beside these.
OWN = ("timing", "dynamic", "store", "debug", "all")
# What torch's front end writes and Alternator does not.
NOT_WRITTEN = {
    "verbose_guards", "compiled_autograd", "compiled_autograd_verbose", "ddp_graphs",
    "hierarchical_compile", "graph_region_expansion",
}  # fmt: skip

_said: set[str] = set()
_traced = False


def start() -> None:
    """Refuses unknown topics, and follows torch's logs from now on."""
    known = [*ARTIFACTS, *OF_MODULES, *OWN]
    for topic in filter(None, map(str.strip, os.environ.get("ALTERNATOR_LOGS", "").split(","))):
        if topic not in known:
            import difflib

            near = difflib.get_close_matches(topic, known, n=1)
            hint = f"; did you mean {near[0]!r}?" if near else f"; there are {', '.join(known)}"
            raise ValueError(f"ALTERNATOR_LOGS names no topic {topic!r}{hint}")
    from torch._logging import _internal

    initialise = _internal._init_logs

    @functools.wraps(initialise)
    def initialise_and_follow(*args: Any, **kwargs: Any) -> None:
        initialise(*args, **kwargs)
        _follow()

    _internal._init_logs = initialise_and_follow
    _follow()


def _follow() -> None:
    """Tells the engine which topics torch's loggers want."""
    from torch._logging import _internal

    from alternator import _engine

    wanted = {topic for topic in ARTIFACTS if any(log.isEnabledFor(logging.DEBUG) for log in _loggers(topic))}
    wanted.update(topic for topic, name in OF_MODULES.items() if logging.getLogger(name).isEnabledFor(logging.INFO))
    if _traced:
        wanted.update(RECORDS, TRACED_ARTIFACTS)
    _engine.set_torch_topics(sorted(wanted))
    for name in sorted(NOT_WRITTEN & set(_internal.log_state.artifact_names) - _said):
        _said.add(name)
        warnings.warn(f"torch's log {name!r} has nothing from Alternator", stacklevel=3)


def is_traced() -> bool:
    """Whether the structured trace is written: its first handler has a folder, or is somebody else's."""
    from torch._logging import _internal

    return any(getattr(handler, "root_dir", handler) is not None for handler in _internal.trace_log.handlers)


def wants_backend_logs() -> bool:
    """Whether a log is on that has to be written while the backend compiles."""
    from torch._logging import _internal

    state = _internal.log_state
    ours = NOT_WRITTEN.union(*(names for _, names in ARTIFACTS.values()))
    return bool(set(state.artifact_names) - ours or state.log_qname_to_level) or is_traced()


def follow_trace() -> None:
    """Updates the engine's topics at the beginning of a compilation, if the structured trace was switched on or off."""
    global _traced
    if (traced := is_traced()) != _traced:
        _traced = traced
        _follow()
    if traced:
        import torch._dynamo  # noqa: F401  makes most of the records


def _loggers(topic: str) -> list[logging.Logger]:
    from torch._logging import _internal, getArtifactLogger

    module, names = ARTIFACTS[topic]
    known = _internal.log_registry.artifact_names
    return [getArtifactLogger(f"torch._dynamo.{module}", name) for name in names if name in known]


def excerpt(code: CodeType, offset: int) -> str:
    """The lines that an instruction comes from, with its part of them marked."""
    from torch._dynamo.utils import get_instruction_source_311

    positions = next(itertools.islice(code.co_positions(), offset // 2, None))
    instruction: Any = SimpleNamespace(positions=SimpleNamespace(**dict(zip(_POSITIONS, positions))))
    return get_instruction_source_311(code, instruction).rstrip()


_POSITIONS = ("lineno", "end_lineno", "col_offset", "end_col_offset")


def _one_by_one(text: str) -> str:
    """Why entries refused a call, each under a heading of its own."""
    heading, *failures = text.split("\n    - ")
    return heading + "\n".join(f"\n    guard {n} failures:\n    - {failure}" for n, failure in enumerate(failures))


# By the name of a log of torch's, what it makes of a text that another has as it is.
_VERBOSE = {"recompiles_verbose": _one_by_one}


def write(topic: str, text: str) -> None:
    """Passes a text to torch's logger of a topic; called by the engine."""
    if topic in OF_MODULES:
        for line in text.splitlines():
            logging.getLogger(OF_MODULES[topic]).info("%s", line)
        return
    for log in _loggers(topic):
        log.debug("%s", _VERBOSE.get(log.name.rpartition(".__")[2], str)(text))
    if not _traced:
        return
    if record := RECORDS.get(topic):
        torch._logging.trace_structured(record, payload_fn=lambda: text)
    elif artifact := TRACED_ARTIFACTS.get(topic):
        trace_artifact(artifact, text)


def step(text: str, *arguments: Any, module: str = "symbolic_convert") -> None:
    """Logs a step of a compilation, as `TORCH_LOGS=dynamo` asks for, by the module of torch's front end that does."""
    logger = logging.getLogger(f"torch._dynamo.{module}")
    if logger.isEnabledFor(logging.INFO):
        logger.info(text, *arguments)


_frames = logging.getLogger("torch._dynamo.convert_frame")


def suppressed(error: BaseException, code: Any) -> None:
    """Says that a frame runs as written because of an error (`config.suppress_errors`); called by the engine."""
    import traceback

    from alternator import report

    text = "".join(traceback.format_exception(error))
    name, line = report.place_of(code)
    _frames.warning("WON'T CONVERT %s %s line %s \ndue to: \n%s", name, code.co_filename, line, text)


def limit_is_hit(setting: str, times: int, name: str, place: str, reason: str | None) -> None:
    """Says that a function is compiled no more; called by the engine, once for a function and its settings."""
    from alternator import report

    if report.recorder is not None:
        report.recorder.limit_is_hit(setting)
    _frames.warning(
        "torch._dynamo hit config.%s (%d)\n   function: %r (%s)\n   last reason: %s\n"
        "What is compiled still serves, other calls run as they are written. "
        'TORCH_LOGS="recompiles" lists the reason of each compilation.',
        setting, times, name, place, reason,
    )


def trace_artifact(name: str, payload: Any, encoding: str = "string") -> None:
    """Writes an artifact to the structured trace."""
    torch._logging.trace_structured("artifact", lambda: {"name": name, "encoding": encoding}, payload_fn=lambda: payload)
