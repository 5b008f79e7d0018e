"""torch's settings about backends: another backend for some graphs, a check of results, a minimal failing program, and
the splitting of graphs for DistributedDataParallel. """

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
    """The backend for the graph of a compilation, with its wrappers in torch's order."""
    config = _settings()
    if config is None:
        return backend
    if config.repro_after is not None:
        from torch._dynamo.repro.after_dynamo import wrap_backend_debug

        backend = wrap_backend_debug(backend, name)
    backend = _in_buckets(backend)
    if config.debug_backend_override:
        from torch._dynamo.graph_id_filter import get_backend_override_for_compile_id

        backend = get_backend_override_for_compile_id(compile_id, config.debug_backend_override) or backend
    if config.verify_correctness:
        from torch._dynamo.output_graph import WrapperBackend

        backend = WrapperBackend(backend)
    return backend


def _in_buckets(backend: Callable[..., Any]) -> Callable[..., Any]:
    """Inside of a DistributedDataParallel's forward: splits the graph at the borders of gradient buckets and compiles
    each piece."""
    from torch._dynamo.utils import get_optimize_ddp_mode
    from torch.nn.parallel import DistributedDataParallel

    wrapper = DistributedDataParallel._get_active_ddp_module()
    if wrapper is None or get_optimize_ddp_mode() != "ddp_optimizer":
        return backend
    from torch._dynamo.backends.distributed import DDPOptimizer
    from torch.distributed import _DEFAULT_FIRST_BUCKET_BYTES

    # It refuses a first bucket that is larger than the others, which DistributedDataParallel does not.
    first = min(_DEFAULT_FIRST_BUCKET_BYTES, wrapper.bucket_bytes_cap)
    return DDPOptimizer(wrapper.bucket_bytes_cap, backend, first).compile_fn


def change_nothing(name: str, compile_id: Any) -> bool:
    """Whether no setting concerns this compilation's backend."""
    config = _settings()

    def backend() -> None:
        """A stand-in for the backend, since finding the backend may import much."""

    return config is None or not config.debug_inductor_config_override and chosen(backend, name, compile_id) is backend


def patched(compile_id: Any) -> contextlib.AbstractContextManager[Any]:
    """While the backend runs: inductor's settings for the graph of a compilation."""
    config = _settings()
    if config is None or not config.debug_inductor_config_override:
        return contextlib.nullcontext()
    import torch._inductor.config
    from torch._dynamo.graph_id_filter import get_inductor_config_override_for_compile_id

    changes = get_inductor_config_override_for_compile_id(compile_id, config.debug_inductor_config_override)
    return torch._inductor.config.patch(changes) if changes else contextlib.nullcontext()
