"""NumPy in traced code: its functions as torch's own versions of them, its arrays as tensors.

Nothing here imports NumPy; a program that uses it has. `torch._numpy` is what `torch.compile` runs NumPy
code by: functions of the same names and arguments, on tensors.
"""

from __future__ import annotations

import functools
import sys
import types
from collections.abc import Callable
from typing import Any

import torch


def apply(function, /, *arguments, **keywords):
    """Traced in place of NumPy functions and methods; its rule makes the graph node."""
    return function(*arguments, **keywords)


def apply_in_place(function, array, /, *arguments, **keywords):
    """The same for a method that changes the array and returns it, or nothing."""
    return function(array, *arguments, **keywords)


def apply_converting(function, value, /, *arguments, **keywords):
    """The same for a function that also converts tensors to arrays."""
    return function(value, *arguments, **keywords)


def argument(value):
    """An argument of such a function; its rule converts it for the graph."""
    return value


def result(value):
    """The result of such a function; its rule converts it from the graph's."""
    return value


class Counterpart:
    """torch's version of a NumPy function, as a callable on tensors for the graph."""

    def __init__(self, name: str, function: Callable[..., Any], path: str) -> None:
        self.__name__ = name
        self.function = function
        self.path = path

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        return _tensors(self.function(*arguments, **keywords))

    def __repr__(self) -> str:
        return f"<{self.path} on tensors>"

    def __reduce__(self) -> Any:
        return _by_path, (self.path,)


def counterpart(function: Any) -> Counterpart | None:
    """The `Counterpart` of a NumPy function, a method of arrays, or a scalar class; None if there is none."""
    path = _path(function)
    return None if path is None else _by_path(path)


def number(function: Any, *arguments: Any) -> Any:
    """The result of a NumPy function on constants, if it is a number; else NotImplemented."""
    numpy = sys.modules["numpy"]
    made_by_class = isinstance(function, type) and issubclass(function, numpy.generic)
    of_scalars = issubclass(getattr(function, "__objclass__", object), numpy.generic)
    if made_by_class or of_scalars or isinstance(function, numpy.ufunc) or function in _reductions():
        result = function(*arguments)
        if isinstance(result, (numpy.generic, bool, int, float, complex, str)):
            return result
    return NotImplemented


@functools.cache
def _reductions() -> frozenset[Any]:
    """Functions of sequences that give one number."""
    names = ["prod", "sum", "max", "min", "amax", "amin", "mean", "median", "std", "var", "argmax", "argmin", "round", "real"]
    names += ["clip", "ptp", "average", "percentile", "quantile"]
    return frozenset(getattr(sys.modules["numpy"], name) for name in names)


def element_type(data: Any) -> torch.dtype | None:
    """The dtype that a tensor of one of NumPy's numbers has, if torch has such a dtype."""
    try:
        return torch.from_numpy(sys.modules["numpy"].asarray(data)).dtype
    except TypeError:
        return None


def is_operator(function: Any) -> bool:
    """Whether this is an operator of NumPy scalars, which defers to a tensor on the right."""
    return isinstance(function, types.WrapperDescriptorType) and hasattr(torch.Tensor, function.__name__)


_REVERSING = ["numpy.flip", "numpy.fliplr", "numpy.flipud", "numpy.rot90"]
_READ_ONLY = ["numpy.broadcast_to", "numpy.diag", "numpy.diagonal", "numpy.ndarray.diagonal"]
_OTHER_VIEWS = frozenset([*_REVERSING, *_READ_ONLY])
_MAKERS = "arange concatenate copy empty empty_like eye full full_like hstack linspace ones ones_like stack vstack zeros zeros_like"
_MAKING = frozenset({*(f"numpy.{name}" for name in _MAKERS.split()), "numpy.ndarray.copy"})
_BINARY = "add sub mul matmul truediv floordiv mod divmod pow lshift rshift and or xor"
_OPERATORS = frozenset(
    [f"__{side}{name}__" for name in _BINARY.split() for side in ("", "r")]
    + [f"__{name}__" for name in ("neg", "invert", "abs", "eq", "ne", "lt", "le", "gt", "ge")]
)


def makes_memory(function: Any) -> bool:
    """Whether the result of a NumPy function, which is not told where to write it, has memory of its own. Of the conjugate
    torch makes a view."""
    if isinstance(function, sys.modules["numpy"].ufunc):
        return bool(function.__name__ != "conjugate")
    if isinstance(function, types.WrapperDescriptorType):
        return function.__name__ in _OPERATORS
    return _path(function) in _MAKING


def takes_operands(function: Any) -> bool:
    """Whether NumPy finds the type of a function's result by those of all its arguments: a ufunc, an operator, and some more."""
    if isinstance(function, sys.modules["numpy"].ufunc) or _path(function) in ("numpy.where", "numpy.clip", "numpy.ndarray.clip"):
        return True
    return isinstance(function, types.WrapperDescriptorType) and (function.__name__ in _OPERATORS or function.__name__.startswith("__i"))


def gives_other_views(function: Any) -> bool:
    """Whether a NumPy function gives views that torch does not have: with negative steps, or not to be written into."""
    return _path(function) in _OTHER_VIEWS


def is_told_where(function: Any, count: int) -> bool:
    """Whether so many positional arguments of a ufunc tell it where to write."""
    return isinstance(function, sys.modules["numpy"].ufunc) and count > function.nin


def dtype_name(dtype: Any) -> str | None:
    """The name of a NumPy dtype or scalar class that torch's versions accept."""
    numpy = sys.modules["numpy"]
    if isinstance(dtype, type) and not issubclass(dtype, numpy.generic) and dtype not in (bool, int, float, complex):
        return None
    try:
        dtype = numpy.dtype(dtype)
        return versions().dtype(dtype.name).name if dtype.isnative else None
    except TypeError:
        return None


def viewed_as(dtype: Any) -> tuple[torch.dtype, int] | None:
    """torch's element type for a NumPy dtype, class of scalars or name, and its size in bytes."""
    name = None if dtype is None else dtype_name(dtype)
    kind = getattr(torch, name, None) if name is not None else None
    return (kind, kind.itemsize) if isinstance(kind, torch.dtype) else None


def name_of(function: Any) -> str:
    """How messages name a NumPy function."""
    return getattr(function, "__qualname__", None) or getattr(function, "__name__", None) or repr(function)


def dtype_of(dtype: torch.dtype) -> Any:
    """NumPy's element type of an array that has torch's."""
    return torch.empty(0, dtype=dtype).numpy().dtype


def result_class(function: Any) -> type | None:
    """The named tuple class that a NumPy function returns where torch's version returns a plain tuple."""
    name = _NAMED_RESULTS.get(_path(function))
    return None if name is None else getattr(sys.modules["numpy.linalg"]._linalg, name, None)


_NAMED_RESULTS = {
    "numpy.linalg.eig": "EigResult",
    "numpy.linalg.eigh": "EighResult",
    "numpy.linalg.qr": "QRResult",
    "numpy.linalg.slogdet": "SlogdetResult",
    "numpy.linalg.svd": "SVDResult",
}


# ---------------------------------------------------------------- between arrays and tensors


def tensor_over(array: Any) -> torch.Tensor | None:
    """The tensor that shares an array's memory, as a trace is given it; None if there is none."""
    try:
        return tensor_of(array)
    except (TypeError, ValueError, RuntimeError):
        return None


def tensor_of(array: Any) -> torch.Tensor:
    """The same in compiled code. A copy for a read-only array or a scalar."""
    if isinstance(array, torch.Tensor):
        return array
    if type(array) is float:
        return torch.tensor(array, dtype=torch.float64, device="cpu")
    if type(array) is int:
        return torch.tensor(array, dtype=torch.int64, device="cpu")
    if isinstance(array, sys.modules["numpy"].generic):
        return torch.as_tensor(array)
    return torch.from_numpy(array if array.flags.writeable else array.copy())


def is_read_only(array: Any) -> bool:
    """Whether an array may not be written into, so that its tensor is a copy. Nothing writes into a scalar."""
    return isinstance(array, sys.modules["numpy"].ndarray) and not array.flags.writeable


def array_of(tensor: torch.Tensor) -> Any:
    """The array that shares a tensor's memory."""
    with torch._C.DisableTorchFunction():
        return tensor.numpy(force=True)


def with_tensors(call: Callable[..., Any], places: list[int]) -> Callable[..., Any]:
    """A compiled graph that takes arrays at these places."""

    def graph(*inputs: Any) -> Any:
        given = list(inputs)
        for place in places:
            given[place] = tensor_of(given[place])
        return call(*given)

    return graph


def _tensors(value: Any) -> Any:
    """The tensors of torch's own arrays, in sequences too."""
    if isinstance(value, versions().ndarray):
        return value.tensor
    if isinstance(value, (list, tuple)):
        return (list if isinstance(value, list) else tuple)(_tensors(item) for item in value)
    if value is None or isinstance(value, (bool, int, float, complex, str, torch.Tensor, torch.SymInt, torch.SymFloat)):
        return value
    raise NotImplementedError(f"a {type(value).__name__} as a result")


# ---------------------------------------------------------------- names


def versions() -> types.ModuleType:
    """torch's versions of NumPy's functions."""
    import torch._numpy

    return torch._numpy


_MODULES = ("numpy", "numpy.linalg", "numpy.fft")
_paths: dict[int, str] = {}
_searched: set[str] = set()
_made: dict[str, Counterpart | None] = {}


def _path(function: Any) -> str | None:
    """The name under which NumPy offers a function: `numpy.linalg.norm`, `numpy.ndarray.sum`."""
    numpy = sys.modules["numpy"]
    if isinstance(function, (types.MethodDescriptorType, types.WrapperDescriptorType, types.ClassMethodDescriptorType)):
        owner, name = function.__objclass__, function.__name__
        # A tensor's own text would speak of a tensor.
        if name in ("__repr__", "__str__", "__format__") or not issubclass(owner, (numpy.ndarray, numpy.generic)):
            return None
        return f"numpy.ndarray.{name}"
    for name in _MODULES:
        if name in _searched or name not in sys.modules:
            continue
        _searched.add(name)
        ours = getattr(versions(), name.partition(".")[2]) if "." in name else versions()
        for public in vars(ours):
            theirs = vars(sys.modules[name]).get(public)
            if not public.startswith("_") and callable(theirs):
                _paths.setdefault(id(theirs), f"{name}.{public}")
    return _paths.get(id(function))


def _by_path(path: str) -> Counterpart | None:
    if path not in _made:
        _made[path] = _make(path)
    return _made[path]


def _make(path: str) -> Counterpart | None:
    found: Any = versions()
    for part in path.split(".")[1:]:
        found = getattr(found, part, None)
        if found is None:
            return None
    name = path.rpartition(".")[2]
    from alternator.runtime import array_functions

    found = array_functions.CORRECTED.get(path, found)
    if path.startswith("numpy.ndarray.") or path in array_functions.OF_ARRAYS:
        found = _method(found)
    return Counterpart(f"wrapped_{name}", found, path)


def _method(function: Callable[..., Any]) -> Callable[..., Any]:
    def call(tensor: Any, *arguments: Any, **keywords: Any) -> Any:
        return function(versions().ndarray(tensor), *arguments, **keywords)

    return call
