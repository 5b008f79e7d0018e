"""NumPy's functions where torch's version of one gives another type, shape or memory than NumPy, or hides an error.

What torch has no means for raises NotImplementedError, at which the graph breaks and NumPy computes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from alternator.runtime.arrays import versions


def _astype(array: Any, dtype: Any, copy: bool = True) -> Any:
    converted = array.astype(dtype)
    return converted.copy() if copy and converted.tensor is array.tensor else converted


def _equal(array: Any, other: Any) -> Any:
    # torch's `==` takes any error for "different"; NumPy's does so only of what is no array and no sequence.
    if isinstance(other, (torch.Tensor, list, tuple)):
        return versions().equal(array, other)
    return array == other


def _squeeze(array: Any, axis: Any = None) -> Any:
    # torch leaves a dimension whose size is not 1 as it is; the break has NumPy raise its error.
    for dimension in () if axis is None else axis if isinstance(axis, tuple) else (axis,):
        if array.shape[dimension] != 1:
            raise NotImplementedError("a dimension to leave out whose size is not 1")
    return array.squeeze(axis)


def _is_array(value: Any) -> bool:
    return isinstance(value, (torch.Tensor, versions().ndarray))


def _is_whole(value: Any) -> bool:
    """Whether a value is a whole number or truth value, or an array of them."""
    if _is_array(value):
        tensor = value if isinstance(value, torch.Tensor) else value.tensor
        return not (tensor.is_floating_point() or tensor.is_complex())
    return isinstance(value, (int, torch.SymInt))


def _quotient(divide: str) -> Callable[..., Any]:
    """Division: of whole numbers NumPy makes float64, torch its default type."""

    def call(left: Any, right: Any, *arguments: Any, **keywords: Any) -> Any:
        numbers = (float, torch.SymFloat)
        if (_is_whole(left) or isinstance(left, numbers)) and (_is_whole(right) or isinstance(right, numbers)):
            left = versions().asarray(left).astype("float64")
        return getattr(versions(), divide)(left, right, *arguments, **keywords)

    return call


def _kept_whole(name: str, of_whole: Callable[[Any], Any]) -> Callable[..., Any]:
    """A function of one array that gives whole numbers for whole numbers, where torch's gives floats or the array itself."""

    def call(array: Any, *arguments: Any, **keywords: Any) -> Any:
        if not _is_whole(array):
            return getattr(versions(), name)(array, *arguments, **keywords)
        array = versions().asarray(array)
        if array.tensor.dtype == torch.bool or arguments or keywords:
            raise NotImplementedError(f"{name} of whole numbers in this form")
        return of_whole(array)

    return call


def _not_of_truths(name: str) -> Callable[..., Any]:
    def call(array: Any, *arguments: Any, **keywords: Any) -> Any:
        array = versions().asarray(array)
        if array.tensor.dtype == torch.bool:
            raise NotImplementedError(f"{name} of truth values")
        return getattr(versions(), name)(array, *arguments, **keywords)

    return call


def _conj(array: Any, *arguments: Any, **keywords: Any) -> Any:
    # NumPy copies real numbers, torch does not.
    conjugate = versions().conj(array, *arguments, **keywords)
    return conjugate if conjugate.tensor.is_complex() or arguments or keywords else conjugate.copy()


def _einsum(*operands: Any, **keywords: Any) -> Any:
    arrays = [value for value in operands if _is_array(value)]
    if not all(map(_is_whole, arrays)) or keywords.get("dtype") is not None or keywords.get("out") is not None:
        return versions().einsum(*operands, **keywords)
    if len(arrays) == 1:
        raise NotImplementedError("a view of whole numbers by einsum, of which torch makes a copy")
    return versions().einsum(*operands, **keywords).astype(versions().result_type(*map(versions().asarray, arrays)))


def _divmod(left: Any, right: Any) -> Any:
    return versions().floor_divide(left, right), versions().remainder(left, right)


def _left_to_numpy(array: Any) -> Any:
    raise NotImplementedError("a function of whole numbers that torch has for floats alone")


def _of_all(name: str) -> Callable[..., Any]:
    """A statistic of a whole array: torch's version leaves one dimension, NumPy none."""

    def call(array: Any, *arguments: Any, **keywords: Any) -> Any:
        found = getattr(versions(), name)(array, *arguments, **keywords)
        place = 0 if name == "median" else 1
        q = keywords.get("q", arguments[0] if arguments else None) if place else 0.5
        axis = keywords.get("axis", arguments[place] if len(arguments) > place else None)
        if axis is None and found.shape == (1,) and isinstance(q, (int, float)) and not keywords.get("keepdims"):
            return found.reshape(())
        return found

    return call


def _floating(name: str) -> Callable[..., Any]:
    """A function of numbers with fractions: for whole numbers NumPy takes the smallest type that holds them all."""

    def fractions(value: Any, beside: Any) -> Any:
        if not _is_array(value) or not _is_whole(value):
            return value
        array = versions().asarray(value)
        # Beside a number of Python of a higher kind it has the default type of that kind.
        is_lower = type(beside) is float or array.tensor.dtype == torch.bool and type(beside) is int
        size = 8 if is_lower else array.tensor.dtype.itemsize
        return array.astype({1: "float16", 2: "float32"}.get(size, "float64"))

    def call(*arguments: Any, **keywords: Any) -> Any:
        operands = [fractions(value, beside) for value, beside in zip(arguments, reversed(arguments))]
        return getattr(versions(), name)(*operands, **keywords)

    return call


_FLOATING = """arccos arccosh arcsin arcsinh arctan arctan2 arctanh cbrt cos cosh deg2rad degrees exp exp2 expm1 hypot log log10 log1p
    log2 logaddexp logaddexp2 rad2deg radians sin sinh sqrt tan tanh"""


def _of_one_type(values: list[Any]) -> list[Any]:
    """Arrays of the type that NumPy finds for them, among them those without dimensions; what is no array stays."""
    is_array = [_is_array(value) for value in values]
    arrays = [versions().asarray(value) for value, array in zip(values, is_array) if array]
    if len(arrays) < 2:
        return values
    kind = versions().result_type(*arrays)
    return [versions().asarray(value).astype(kind) if array else value for value, array in zip(values, is_array)]


def _where(condition: Any, *values: Any) -> Any:
    if any(isinstance(value, float) for value in values) and all(isinstance(value, (int, float)) for value in values):
        values = tuple(versions().asarray(value, dtype="float64") for value in values)
    return versions().where(condition, *_of_one_type(list(values)))


def _clip(array: Any, *arguments: Any, **keywords: Any) -> Any:
    array, *bounds = _of_one_type([array, *arguments[:2]])
    return versions().clip(array, *bounds, *arguments[2:], **keywords)


def _in_words(name: str) -> Callable[..., Any]:
    """A sum or product: NumPy's of small whole numbers are int64, or uint64, in which torch does not compute."""

    def call(array: Any, *arguments: Any, **keywords: Any) -> Any:
        given = any(value is not None for value in (*arguments[1:], keywords.get("dtype"), keywords.get("out")))
        if _is_whole(array) and _is_array(array) and not given:
            array = versions().asarray(array)
            if array.tensor.dtype != torch.bool and not array.tensor.dtype.is_signed:
                raise NotImplementedError("sums of unsigned numbers, which are uint64")
            keywords["dtype"] = "int64"
        return getattr(versions(), name)(array, *arguments, **keywords)

    return call


# Functions whose first argument must be one of torch's arrays.
OF_ARRAYS = frozenset({"numpy.copyto", "numpy.fill_diagonal", "numpy.put", "numpy.squeeze"})


def _then(name: str, change: Callable[[Any], Any]) -> Callable[..., Any]:
    def call(*arguments: Any, **keywords: Any) -> Any:
        return change(getattr(versions(), name)(*arguments, **keywords))

    return call


# By NumPy's name of a function, what the graph calls in place of torch's version.
CORRECTED: dict[str, Callable[..., Any]] = {
    "numpy.ndarray.astype": _astype,
    "numpy.ndarray.__eq__": _equal,
    "numpy.ndarray.__ne__": lambda array, other: ~_equal(array, other),
    "numpy.divide": _quotient("divide"),
    "numpy.true_divide": _quotient("true_divide"),
    "numpy.ndarray.__truediv__": _quotient("true_divide"),
    "numpy.ndarray.__rtruediv__": lambda array, other: _quotient("true_divide")(other, array),
    "numpy.square": _kept_whole("square", lambda array: array * array),
    "numpy.trunc": _kept_whole("trunc", lambda array: array.copy()),
    "numpy.round": _kept_whole("round", lambda array: array.copy()),
    "numpy.ndarray.round": _kept_whole("round", lambda array: array.copy()),
    "numpy.reciprocal": _kept_whole("reciprocal", _left_to_numpy),
    "numpy.median": _of_all("median"),
    "numpy.quantile": _of_all("quantile"),
    "numpy.percentile": _of_all("percentile"),
    **{f"numpy.{name}": _floating(name) for name in _FLOATING.split()},
    **{f"{owner}.{name}": _in_words(name) for name in ("sum", "prod", "cumsum", "cumprod") for owner in ("numpy", "numpy.ndarray")},
    **{f"numpy.{name}": _kept_whole(name, _left_to_numpy) for name in ("angle", "histogram", "sinc")},
    **{f"numpy.{name}": _not_of_truths(name) for name in ("abs", "absolute", "sign")},
    **{f"numpy.{name}": _conj for name in ("conj", "conjugate")},
    "numpy.divmod": _divmod,
    "numpy.ndarray.__divmod__": _divmod,
    "numpy.ndarray.__rdivmod__": lambda array, other: _divmod(other, array),
    "numpy.einsum": _einsum,
    "numpy.where": _where,
    "numpy.clip": _clip,
    "numpy.ndarray.clip": _clip,
    "numpy.squeeze": _squeeze,
    "numpy.ndarray.squeeze": _squeeze,
    "numpy.ndarray.flatten": lambda array, order="C": array.copy().flatten(order),
    "numpy.positive": _then("positive", lambda array: array.copy()),
    "numpy.ndarray.__pos__": lambda array: array.copy(),
    "numpy.fill_diagonal": _then("fill_diagonal", lambda _: None),
    "numpy.meshgrid": _then("meshgrid", tuple),
    "numpy.tril_indices": _then("tril_indices", tuple),
    "numpy.triu_indices": _then("triu_indices", tuple),
    "numpy.split": _then("split", list),
    "numpy.array_split": _then("array_split", list),
    "numpy.hsplit": _then("hsplit", list),
    "numpy.vsplit": _then("vsplit", list),
    "numpy.dsplit": _then("dsplit", list),
}
