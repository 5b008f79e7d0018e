"""What is logged, and for whom: `ALTERNATOR_LOGS`, and torch's own `TORCH_LOGS` and `torch._logging.set_logs`.

The engine writes the first to standard error itself. What torch is asked for goes through torch's loggers, by the names that
its front end has for them, so that levels, formats and handlers are torch's.
"""

from __future__ import annotations

import functools
import logging
import os
import warnings
from typing import Any

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
}
# What ALTERNATOR_LOGS may name beside these.
OWN = ("timing", "dynamic", "debug", "all")
# What torch's front end writes and Alternator does not.
NOT_WRITTEN = {
    "verbose_guards", "trace_call", "side_effects", "compiled_autograd", "compiled_autograd_verbose", "ddp_graphs",
    "hierarchical_compile", "graph_region_expansion",
}  # fmt: skip

_said: set[str] = set()


def start() -> None:
    """Refuses unknown topics, and follows torch's logs from now on."""
    known = [*ARTIFACTS, *OWN]
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

    wanted = [topic for topic in ARTIFACTS if any(log.isEnabledFor(logging.DEBUG) for log in _loggers(topic))]
    _engine.set_torch_topics(wanted)
    for name in sorted(NOT_WRITTEN & set(_internal.log_state.artifact_names) - _said):
        _said.add(name)
        warnings.warn(f"torch's log {name!r} has nothing from Alternator", stacklevel=3)


def _loggers(topic: str) -> list[logging.Logger]:
    from torch._logging import _internal, getArtifactLogger

    module, names = ARTIFACTS[topic]
    known = _internal.log_registry.artifact_names
    return [getArtifactLogger(f"torch._dynamo.{module}", name) for name in names if name in known]


def write(topic: str, text: str) -> None:
    """Hands a text to torch's loggers of a topic: the engine calls this."""
    for log in _loggers(topic):
        log.debug("%s", text)
