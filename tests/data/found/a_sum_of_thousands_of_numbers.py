"""A number that is computed of more numbers than Python's compiler can nest is no number of a graph: the frame runs as written."""

import torch


def total(x, numbers):
    result = 0
    for index, number in enumerate(numbers):
        result = result + (index + 1) * number
    return x + 1, result


def case(t):
    compiled = t.compile(total, backend="eager", dynamic=True)
    for count in (3, 3000):
        numbers = list(range(3, count + 3))
        t.equal(compiled(torch.ones(2), numbers), total(torch.ones(2), numbers))
