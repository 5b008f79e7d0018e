"""A list or dict that the trace makes, and that contains itself, leaves it."""

import torch


def fn(x):
    numbers = [x + 1]
    numbers.append((numbers, 2))
    named = {"x": x * 2}
    named["self"] = named
    named["in a list"] = [named, numbers]
    return numbers, named


def across_a_break(x):
    numbers = [x + 1]
    numbers.append(numbers)
    print("a break")
    return numbers[1][1][0] * 2


def case(t):
    x = torch.ones(2)
    numbers, named = t.compile(fn, fullgraph=True)(x)
    t.equal((numbers[0], numbers[1][1], named["x"]), (x + 1, 2, x * 2))
    assert len(numbers) == 2 and numbers[1][0] is numbers
    assert list(named) == ["x", "self", "in a list"] and named["self"] is named
    assert named["in a list"][0] is named and named["in a list"][1] is numbers
    t.equal(t.compile(across_a_break)(x), across_a_break(x))
