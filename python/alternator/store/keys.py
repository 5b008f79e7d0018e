"""The key of a graph: everything that inductor's result depends on.

Two graphs with the same key share a result, so nothing may be left out: a graph with a part that has no exact text is
not kept. It consists of the operators and their arguments, metadata of each input, the state of the process (grad mode,
autocast, number of threads, …), torch's settings, environment variables that torch reads, and the versions of torch,
Python and the processor. """

from __future__ import annotations

import functools
import hashlib
import os
import platform
import sys
from typing import Any

import torch
import torch.fx
from torch._functorch.autograd_function import autograd_function_apply

from alternator.backend import tidying
from alternator.backend.fakes import Fakes
from alternator.store import folder


class NotKept(Exception):  # noqa: N818 - a reason, not an error
    """Why nothing is kept for a graph."""


def of_graph(context: Any, module: torch.fx.GraphModule, fakes: Fakes, written: list[int]) -> str:
    """The key of a graph for a context whose backend is inductor. Raises `NotKept`."""
    parts = [
        folder.FORMAT,
        _version(),
        _processor(),
        _variables(),
        _settings(),
        _plain((context.mode, context.options, context.dynamic)),
        _state(),
        written,
        _inputs(fakes),
        _graph(module),
    ]
    return hashlib.sha256(repr(parts).encode()).hexdigest()


@functools.cache
def _version() -> tuple[Any, ...]:
    return torch.__version__, torch.version.git_version, sys.version, sys.implementation.cache_tag


@functools.cache
def _processor() -> tuple[str, ...]:
    """What machine code is made for."""
    flags = ""
    try:
        with open("/proc/cpuinfo") as file:
            flags = next((line for line in file if line.startswith(("flags", "Features"))), "")
    except OSError:
        pass
    return platform.machine(), platform.platform(), torch.backends.cpu.get_cpu_capability(), flags


_READ_BY_TORCH = "TORCH", "PYTORCH", "TRITON", "INDUCTOR", "OMP_", "MKL", "ATEN_", "DNNL_", "ONEDNN_"
_READ_BY_COMPILERS = frozenset({"CC", "CXX", "CFLAGS", "CXXFLAGS", "CPPFLAGS", "LDFLAGS", "PATH", "CONDA_PREFIX"})
# Where things are written, and what is printed.
_OF_NO_CONCERN = "TORCHINDUCTOR_CACHE_DIR", "TORCH_LOGS", "TORCH_TRACE", "TORCH_COMPILE_JOB_ID", "TORCHELASTIC_"


def _variables() -> list[tuple[str, str]]:
    return sorted(
        (name, value)
        for name, value in os.environ.items()
        if (name.startswith(_READ_BY_TORCH) or name in _READ_BY_COMPILERS) and not name.startswith(_OF_NO_CONCERN)
    )


# Of torch's settings those that switch off its caches, with the value that does.
_SWITCHES = {"force_disable_caches": True, "fx_graph_cache": False, "enable_autograd_cache": False}
_SETTINGS = "torch._inductor.config", "torch._functorch.config", "torch.fx.experimental._config", "torch.compiler.config"


def _settings() -> list[Any]:
    """The values in torch's settings modules. One that is not imported is determined by its environment variables."""
    found = []
    for name in _SETTINGS:
        if (config := sys.modules.get(name)) is not None:
            changed = config._get_dict(skip_default=True)
            # Torch sets some to what they were.
            changed = {key: value for key, value in changed.items() if value != config._config[key].default}
            if any(changed.get(key, not value) is value for key, value in _SWITCHES.items()):
                raise NotKept("torch's caches are switched off")
            if changed:
                found.append((name, _plain(sorted(changed.items()))))
    return found


def _state() -> tuple[Any, ...]:
    """The state of the process that a compiler may read."""
    if torch._C._len_torch_dispatch_stack() or torch._C._len_torch_function_stack():
        raise NotKept("a mode of torch is active")
    if torch._C._autograd._top_saved_tensors_default_hooks(True) is not None:
        raise NotKept("saved tensors have hooks")
    if torch._C._functorch.get_dynamic_layer_stack_depth():
        raise NotKept("a transform of torch.func is active")
    backends = torch.backends
    return (
        torch.is_grad_enabled(),
        torch.is_inference_mode_enabled(),
        [
            (device, torch.is_autocast_enabled(device), str(torch.get_autocast_dtype(device)))
            for device in torch._C._autocast_supported_devices()
        ],
        torch.are_deterministic_algorithms_enabled(),
        torch.is_deterministic_algorithms_warn_only_enabled(),
        torch.utils.deterministic.fill_uninitialized_memory,
        str(torch.get_default_dtype()),
        str(torch.get_default_device()),
        torch.get_num_threads(),
        torch.get_float32_matmul_precision(),
        backends.mkldnn.enabled,
        backends.mkldnn.deterministic,
        torch._C._get_onednn_allow_tf32(),
        backends.cuda.flash_sdp_enabled(),
        backends.cuda.mem_efficient_sdp_enabled(),
        backends.cuda.math_sdp_enabled(),
    )


def _inputs(fakes: Fakes) -> tuple[Any, ...]:
    """Form and layout of each input, and which of them are one."""
    places: dict[int, int] = {}
    forms = []
    for index, input in enumerate(fakes.inputs):
        value = input.value
        if isinstance(input.dims, str):
            forms.append(("symbol", input.dims))
            continue
        if type(value) not in (torch.Tensor, torch.nn.Parameter) or input.parts or input.number:
            raise NotKept(f"{input.source} is no plain tensor")
        if value.device.type != "cpu" or value.layout is not torch.strided or value.is_conj() or value.is_neg():
            raise NotKept(f"{input.source} is on {value.device}, or its layout is of another kind")
        forms.append(
            (
                places.setdefault(id(value), index),
                input.dims,
                input.strides,
                input.static,
                str(value.dtype),
                tuple(value.shape),
                value.stride(),
                value.storage_offset(),
                value.requires_grad,
                value.is_leaf,
                value.is_inference(),
                value._is_view(),
            )
        )
    symbols = fakes.declared
    if any(symbol.hint is None for symbol in symbols.values()):
        raise NotKept("a size is known by nobody")
    return tuple(forms), sorted(symbols.items())


# Whatever else stands in a node's `meta` may be a word to the compiler.
_NOT_READ_BY_COMPILERS = frozenset(
    {
        "example_value", "stack_trace", "nn_module_stack", "source_fn_stack", "grapharg", "tensor_dict", "unbacked_bindings",
        "from_node", "seq_nr", "original_aten", "torch_fn", "steal_arg",
    }
)  # fmt: skip


def _graph(module: torch.fx.GraphModule) -> list[Any]:
    numbers: dict[torch.fx.Node, int] = {}
    lines: list[Any] = []
    for node in module.graph.nodes:
        numbers[node] = len(numbers)
        if unknown := dict.keys(node.meta) - _NOT_READ_BY_COMPILERS:
            raise NotKept(f"a node has {sorted(unknown)[0]!r} in its meta")
        match node.op:
            case "placeholder":
                lines.append("placeholder")
                continue
            case "call_function":
                target = _target(node.target)
            case "call_method":
                target = node.target
            case "get_attr":
                target = _body(module, node.target)
            case "output":
                target = None
            case _:
                raise NotKept(f"the graph has a {node.op}")
        lines.append((node.op, target, _argument(node.args, numbers), _argument(node.kwargs, numbers)))
    return lines


def _body(module: torch.fx.GraphModule, name: str) -> list[Any]:
    value = getattr(module, name, None)
    if not isinstance(value, torch.fx.GraphModule):
        raise NotKept("the graph holds a constant tensor")
    return _graph(value)


def _argument(value: Any, numbers: dict[torch.fx.Node, int]) -> Any:
    """An argument of a node as a value with a unique `repr`."""
    kind = type(value)
    if kind is torch.fx.Node:
        return _Node(numbers[value])
    if kind in (tuple, list, torch.fx.immutable_collections.immutable_list):
        return (kind is tuple, *[_argument(item, numbers) for item in value])
    if kind in (dict, torch.fx.immutable_collections.immutable_dict):
        return [(_plain(name), _argument(item, numbers)) for name, item in value.items()]
    if kind is slice:
        return slice(*[_argument(item, numbers) for item in (value.start, value.stop, value.step)])
    if kind in (torch.dtype, torch.device, torch.layout, torch.memory_format) or value is ...:
        return _Word(repr(value))
    return _plain(value)


class _Node(int):
    def __repr__(self) -> str:
        return f"%{int(self)}"


class _Word(str):
    def __repr__(self) -> str:
        return f"<{self}>"


def _plain(value: Any) -> Any:
    """A value whose `repr` determines it. Raises `NotKept` for others."""
    kind = type(value)
    if value is None or kind in (bool, int, float, complex, str, bytes):
        return value
    if kind in (tuple, list):
        return kind(_plain(item) for item in value)
    if kind is dict:
        return {_plain(key): _plain(item) for key, item in value.items()}
    raise NotKept(f"there is a {kind.__name__} among the arguments or settings")


def _target(target: Any) -> str:
    try:
        return _targets[target]
    except (KeyError, TypeError):
        pass
    text = _write_target(target)
    _targets[target] = text
    return text


_targets: dict[Any, str] = {}


def _write_target(target: Any) -> str:
    # These are over once autograd's compiler has seen the graph.
    if tidying.state_set_by(target) not in (None, "autocast", "gradients"):
        raise NotKept(f"the graph sets a state of torch's: {target}")
    if isinstance(target, (torch._ops.OpOverload, torch._ops.OpOverloadPacket)):
        text = str(target)
        if text.partition(".")[0] not in ("aten", "prims"):
            raise NotKept(f"{text} is an operator of somebody else's")
        return f"torch.ops.{text}"
    if isinstance(target, torch._ops.HigherOrderOperator):
        if target not in (torch.ops.higher_order.invoke_subgraph, autograd_function_apply):
            raise NotKept(f"{target} may take more than its arguments")
        return str(target)
    path = path_of(target)
    if path is None or path.partition(".")[0] not in ("torch", "_operator", "math", "builtins"):
        raise NotKept(f"{target} is no function of torch's")
    return path


def path_of(value: Any) -> str | None:
    """A dotted path that leads to a value; None if there is none."""
    modules = getattr(value, "__module__", None), "torch", "torch._C._nn", "torch.nn.functional", "torch._C"
    # Some functions of torch's are made by others, which give them a name alone.
    for name in (getattr(value, "__qualname__", None), getattr(value, "__name__", None)):
        for module in modules:
            if isinstance(name, str) and isinstance(module, str) and at_path(f"{module}.{name}") is value:
                return f"{module}.{name}"
    return None


def at_path(path: str) -> Any:
    """The object at a dotted path among the imported modules; None if there is none."""
    names = path.split(".")
    for end in range(len(names), 0, -1):
        if (value := sys.modules.get(".".join(names[:end]))) is not None:
            for name in names[end:]:
                value = getattr(value, name, None)
            return value
    return None
