"""A comprehension whose variable is captured and has the name of a free variable (CPython's test_type_params; in the frame itself since 3.12)."""

import torch


def around():
    def fn(x, count):
        y = inner(x)
        # A free variable is iterated over, and its name is the comprehension's own variable.
        functions = [lambda: items for items in items[:count]]
        return y, [function() for function in functions], items

    items = [1, 2, 3]
    return fn


def inner(x):
    size = 4
    functions = [lambda: size for size in range(3)]
    return x + size + functions[0]()


fn = around()


def calls():
    for count in (1, 3):
        yield torch.ones(2), count
