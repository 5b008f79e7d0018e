"""What compiled code reads is what its guards saw, also where a signal handler (here: a pending call) changes it in between."""

import ctypes
import itertools
import operator

import torch

NUMBER = 7


class Box:
    pass


BOX, ITEMS, KEPT = Box(), [9], [None]
TABLE = {"a": 3}
MANY = [torch.zeros(()) for _ in range(100)]


def reads(x):
    number, value, item, entry = NUMBER, BOX.value, ITEMS[0], TABLE["a"]
    KEPT[0] = number, item
    return x * number + value * item + entry, number, value, item, entry


def breaks(x):
    number, value, item, entry = NUMBER, BOX.value, ITEMS[0], TABLE["a"]
    y = x * number + value * item
    print(end="")
    KEPT[0] = number, item
    return y + entry, number, value, item, entry


def has_many_inputs(x):
    # More than there are variables for.
    number, value, item, entry = NUMBER, BOX.value, ITEMS[0], TABLE["a"]
    y = x * number + value * item
    for tensor in MANY:
        y = y + tensor
    KEPT[0] = number, item
    return y + entry, number, value, item, entry


def of_a_closure():
    factor, shift = 2, 3

    def inner(x):
        return x * factor + shift, factor, shift

    def change(*numbers):
        nonlocal factor, shift
        factor, shift = numbers

    return inner, change


def change(*numbers):
    global NUMBER
    NUMBER, BOX.value, ITEMS[0], TABLE["a"] = numbers


def call_and_change(function, x, change, numbers):
    """Calls a function, and has others run when its frame is entered: nothing looks at pending calls before."""

    def pending(_):
        change(*numbers)
        return 0

    callback = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p)(pending)
    add = ctypes.pythonapi.Py_AddPendingCall
    result = list(itertools.starmap(operator.call, [(add, callback, None), (function, x)]))[1]
    return result


def case(t):
    x = torch.ones(())
    for function in reads, breaks, has_many_inputs:
        for dynamic in False, True:
            compiled = t.compile(function, dynamic=dynamic)
            for numbers in [(7, 8, 9, 3), (4, 5, 6, 2)]:
                change(*numbers)
                compiled(x)
                result, number, value, item, entry = call_and_change(compiled, x, change, (40, 50, 60, 70))
                assert int(result) == number + value * item + entry, (int(result), number, value, item, entry)
                assert KEPT[0] == (number, item)
                assert (NUMBER, BOX.value, ITEMS[0], TABLE["a"]) == (40, 50, 60, 70)
    inner, change_cells = of_a_closure()
    compiled = t.compile(inner)
    compiled(x)
    result, factor, shift = call_and_change(compiled, x, change_cells, (20, 30))
    assert int(result) == factor + shift, (int(result), factor, shift)


# expect captured
# in pieces
