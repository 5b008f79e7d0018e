"""Random numbers: what their rules ask before a generator is called, and draws among numbers that the trace knows.

These functions give NotImplemented for what they leave to the library's own code. They raise nothing.
"""

from __future__ import annotations

from alternator.polyfills.breaking import give_up
from alternator.runtime import draws

# Each number that is drawn is an input of the graph.
MOST = 64


def checked_seed(seed):
    """The seed itself, if a generator surely takes it: the call is made before anything else happens."""
    if type(seed) not in (type(None), bool, int, float, str, bytes):
        raise TypeError("The only supported seed types are: None,\nint, float, str, bytes, and bytearray.")
    return seed


def numpy_seed(seed):
    """The same for NumPy's generator."""
    if type(seed) is not int or not 0 <= seed < 2**32:
        give_up("a seed for NumPy that may be refused")
    return seed


def known(values):
    raise NotImplementedError("known to the engine alone")


def drawn_int(function, arguments, least, most):
    raise NotImplementedError("known to the engine alone")


def drawn_float(function, arguments):
    raise NotImplementedError("known to the engine alone")


def drawn_items(function, arguments):
    raise NotImplementedError("known to the engine alone")


def _numbers(values):
    """The items of a sequence, if they are known ints or known floats."""
    if type(values) not in (list, tuple, range) or not 0 < len(values) <= MOST:
        return None
    values = tuple(values)
    if not known(values):
        return None
    kinds = [type(value) for value in values]
    small = kinds[0] is float or all([type(value) is int and abs(value) < 2**62 for value in values])
    return values if small and kinds == [kinds[0]] * len(kinds) and kinds[0] in (int, float) else None


def _one(values, function, arguments):
    """A number of those that are known."""
    if type(values[0]) is float:
        return drawn_float(function, arguments)
    return drawn_int(function, arguments, min(values), max(values))


def _several(values, count, function, arguments):
    items = drawn_items(function, arguments)
    return [_one(values, draws.item, (items, index)) for index in range(count)]


def _is_count(count, most):
    return type(count) is int and known((count,)) and 0 <= count <= most


def choice(generator, values):
    numbers = None if type(values) is range else _numbers(values)
    return NotImplemented if numbers is None else _one(numbers, draws.choice, (generator, *numbers))


def sample(generator, population, count, counts):
    if counts is not None or not _is_count(count, MOST):
        return NotImplemented
    if type(population) is range:
        bounds = (population.start, population.stop, population.step)
        if not known(bounds) or max(abs(population.start), abs(population.stop)) >= 2**62 or count > len(population):
            return NotImplemented
        ends = (population[0], population[-1]) if len(population) else (0,)
        return _several(ends, count, draws.sample_of_range, (generator, count, *bounds))
    numbers = _numbers(population)
    if numbers is None or count > len(numbers):
        return NotImplemented
    return _several(numbers, count, draws.sample, (generator, count, *numbers))


def shuffle(generator, items):
    numbers = _numbers(items) if type(items) is list else None
    if numbers is None:
        return NotImplemented
    items[:] = _several(numbers, len(numbers), draws.shuffled, (generator, *numbers))
    return None


def choices(generator, population, weights, count):
    numbers = _numbers(population)
    if numbers is None or not _is_count(count, MOST):
        return NotImplemented
    given = () if weights is None else _numbers(weights)
    # The others raise, or warn.
    if given is None or len(given) not in (0, len(numbers)) or not all([0 < weight < 2**62 for weight in given]):
        return NotImplemented
    return _several(numbers, count, draws.choices, (generator, count, len(numbers), *numbers, *given))
