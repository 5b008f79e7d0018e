"""What torch's settings ask for where a graph is handed to its backend: another one for some graphs, a check of its results,
a program that shows its failure.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from typing import Any

from alternator import configuration

# Variables that set such settings: before anybody imports torch._dynamo, only these tell of them.
_VARIABLES = "TORCH_COMPILE_OVERRIDE_BACKENDS", "TORCH_COMPILE_OVERRIDE_INDUCTOR_CONFIGS", "TORCHDYNAMO_REPRO_AFTER"


def _settings() -> Any:
    if configuration.theirs is None and any(map(os.environ.get, _VARIABLES)):
        import torch._dynamo  # noqa: F401  from now on `theirs`
    return configuration.theirs


def chosen(backend: Callable[..., Any], name: str, compile_id: Any) -> Callable[..., Any]:
    """The backend for the graph of a compilation."""
    config = _settings()
    if config is None:
        return backend
    if config.debug_backend_override:
        from torch._dynamo.graph_id_filter import get_backend_override_for_compile_id

        backend = get_backend_override_for_compile_id(compile_id, config.debug_backend_override) or backend
    if config.verify_correctness:
        from torch._dynamo.output_graph import WrapperBackend

        backend = WrapperBackend(backend)
    if config.repro_after is not None:
        from torch._dynamo.repro.after_dynamo import wrap_backend_debug

        backend = wrap_backend_debug(backend, name)
    return backend


def patched(compile_id: Any) -> contextlib.AbstractContextManager[Any]:
    """While the backend runs: inductor's settings for the graph of a compilation."""
    config = _settings()
    if config is None or not config.debug_inductor_config_override:
        return contextlib.nullcontext()
    import torch._inductor.config
    from torch._dynamo.graph_id_filter import get_inductor_config_override_for_compile_id

    changes = get_inductor_config_override_for_compile_id(compile_id, config.debug_inductor_config_override)
    return torch._inductor.config.patch(changes) if changes else contextlib.nullcontext()
