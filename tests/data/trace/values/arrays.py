"""An array.array that the trace makes: what it keeps of numbers, its methods, its errors, and where it is given out."""

import time
from array import array

import torch


def numbers(x):
    values = array("i", [1, 2, 3])
    values.append(4)
    values.extend(range(2))
    values.extend(array("i", (7,)))
    values.insert(0, 9)
    values[1] = True
    values[-2] += 5
    last = values.pop()
    first = values.pop(0)
    total = 0
    for value in values:
        total += value
    return x * total + len(values), values, values[1:3], [first, last, values.tolist()]


def floats(x):
    values = array("f", [0.1, 2])
    values.reverse()
    return x + values[1], values, values.typecode, values.itemsize, sum(values)


def errors(x):
    found = []
    values = array("b", [1])
    for attempt in (
        lambda: values.append(1000),
        lambda: values.append("a"),
        lambda: values.append(1.5),
        lambda: values[3],
        lambda: values.pop(5),
        lambda: values.__setitem__(2, 1),
        lambda: values.extend(array("i", [1])),
        lambda: array("b").pop(),
        lambda: array("i", [1, 2**40]),
    ):
        try:
            attempt()
        except (TypeError, OverflowError, IndexError) as error:
            found.append((type(error), str(error)))
    return x + len(values), found


def iterators(x):
    values = array("d", [1, 2, 3])
    half = iter(values)
    next(half)
    grown = []
    for value in values:
        if value < 3 and len(values) < 6:
            values.append(value)
        grown.append(value)
    ended = iter(values)
    list(ended)
    values.extend([7, 8, 9])
    return x + len(grown), half, ended, grown, list(values), tuple(values), list(ended)


def broken(x):
    values = array("i", [1, 2])
    time.sleep(0)
    values.append(3)
    other = array("i", values)
    return x + len(values), values, other, values.tobytes(), values.index(2), memoryview(other)[0]


def case(t):
    for fn in (numbers, floats, errors, broken):
        compiled = t.compile(fn)
        for _ in range(2):
            x = torch.ones(2)
            t.equal(compiled(x), fn(x))
    made, wanted = t.compile(iterators)(torch.ones(2)), iterators(torch.ones(2))
    t.equal([made[0], list(made[1]), list(made[2]), *made[3:]], [wanted[0], list(wanted[1]), list(wanted[2]), *wanted[3:]])


# expect breaks
# line 69: call of builtin_function_or_method sleep: it waits
# line 70: an array.array that was made outside the compiled function
# line 70: an array.array that was made outside the compiled function
# line 71: an array.array that was made outside the compiled function
# line 72: an array.array that was made outside the compiled function
# line 72: an array.array that was made outside the compiled function
# line 72: call of array.array.tobytes, which is written in C and has no rule
# line 72: an array.array that was made outside the compiled function
# line 72: call of array.array.index, which is written in C and has no rule
# line 72: call of class memoryview: it looks into the memory of an object
# line 72: call of memoryview.__getitem__, which is written in C and has no rule
