"""Draws of several numbers: compiled code calls these on entry, and reads what came of them item by item."""

from __future__ import annotations

import ast
import functools
import random
import sys
from typing import Any


def choice(generator, *values):
    return generator.choice(values)


def sample(generator, count, *values):
    return tuple(generator.sample(values, count))


def sample_of_range(generator, count, start, stop, step):
    return tuple(generator.sample(range(start, stop, step), count))


def shuffled(generator, *values):
    items = list(values)
    generator.shuffle(items)
    return tuple(items)


def choices(generator, count, length, *values_and_weights):
    """`length` values, which may be followed by as many weights."""
    values, weights = values_and_weights[:length], values_and_weights[length:]
    return tuple(generator.choices(values, weights or None, k=count))


def item(items, index):
    return items[index]


def numpy_call(function: Any, count: int, *parts: Any) -> str | None:
    """The call of a method, as a text; the arguments are followed by the names of keywords and their values."""
    named = len(parts) - count >> 1
    keywords = dict(zip(parts[count : count + named], parts[count + named :], strict=True))
    text = repr((function.__name__, parts[:count], keywords))
    try:
        return text if _parsed(text) else None
    except (ValueError, SyntaxError):
        return None


@functools.lru_cache(None)
def _parsed(text: str) -> tuple[str, tuple[Any, ...], dict[str, Any]]:
    return ast.literal_eval(text)


def numpy(generator: Any, text: str) -> Any:
    name, arguments, keywords = _parsed(text)
    return getattr(sys.modules["numpy"].random.RandomState, name)(generator, *arguments, **keywords)


def numpy_like(text: str) -> Any:
    """What a call gives, of another generator."""
    return numpy(sys.modules["numpy"].random.RandomState(0), text)


def numpy_form(text: str | None) -> Any:
    """What a call gives: a float, an int in a range, or an array. None if it is refused, or if it gives something else."""
    if text is None:
        return None
    try:
        like = numpy_like(text)
    except Exception:
        return None
    name, arguments, keywords = _parsed(text)
    if type(like) is int and name == "randint":
        ends = dict(zip(("low", "high"), arguments)) | {key: keywords[key] for key in ("low", "high") if key in keywords}
        low, high = ends.get("low"), ends.get("high")
        least, most = (0, low) if high is None else (low, high)
        return (int(least), int(most) - 1) if isinstance(least, int) and isinstance(most, int) and abs(most) < 2**62 else None
    if type(like) is sys.modules["numpy"].ndarray and like.dtype.kind in "fi" and like.dtype.itemsize in (4, 8):
        return "array"
    return "float" if type(like) is float else None


def state_of(generator: Any) -> Any:
    """The state of one of Python's generators, or of NumPy's old ones."""
    return random.Random.getstate(generator) if isinstance(generator, random.Random) else generator.get_state()


def put_back(generator: Any, state: Any) -> None:
    if isinstance(generator, random.Random):
        random.Random.setstate(generator, state)
    else:
        generator.set_state(state)


def by_numpy(function: Any, generator: Any, /, *arguments: Any, **keywords: Any) -> Any:
    """Calls a method of NumPy's old generator."""
    return function(generator, *arguments, **keywords)


def seed_numpy(function: Any, seed: Any = None) -> Any:
    """Calls `numpy.random.seed`."""
    return function(seed)


def seed_numpy_of(generator: Any, seed: Any) -> None:
    """The same; `generator` is the one that it seeds."""
    sys.modules["numpy"].random.seed(seed)
