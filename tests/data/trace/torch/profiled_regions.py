"""A region that the program names for the profiler is nothing to the graph, also where a break lies in it."""

import torch
from torch.profiler import record_function


def fn(x):
    with record_function("one"):
        x = x + 1
        print("inside")
        x = x * 2
    return x


@record_function("two")
def named(x):
    print("inside")
    return x * 3


def entered_by_hand(x, region):
    region.__enter__()
    print("between")
    y = x + 1
    region.__exit__(None, None, None)
    return y


def case(t):
    x = torch.ones(2)
    t.equal(t.compile(fn)(x), x * 4)
    t.equal(t.compile(lambda x: named(x) + 1)(x), x * 4)
    region = record_function("three")
    by_hand = t.compile(entered_by_hand)
    t.equal(by_hand(x, region), x + 1)
    t.equal(by_hand(x, region), x + 1)
    assert region.run_callbacks_on_exit
    begun = record_function("four")
    begun.__enter__()
    t.compile(lambda x: (begun.__exit__(None, None, None), x + 1))(x)


# expect breaks
# line 10: call of builtin_function_or_method print: it writes to a file
# line 17: call of builtin_function_or_method print: it writes to a file
# line 23: call of builtin_function_or_method print: it writes to a file
