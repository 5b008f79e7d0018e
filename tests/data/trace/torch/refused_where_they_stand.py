"""What torch refuses, though its fakes do not: the handler around the call catches it."""

import torch


def caught(call, *arguments):
    try:
        call(*arguments)
    except (RuntimeError, TypeError, IndexError, ValueError, AssertionError) as error:
        return type(error).__name__
    return "taken"


def written(x):
    def write(key, value):
        y = x.clone()
        y[key] = value

    return [
        caught(write, [0], torch.ones(4, dtype=torch.float64)),
        caught(write, [0], torch.ones(3)),
        caught(write, [9], 1),
        caught(write, x[0] > 0, 1),
        caught(write, 0, 1j),
        caught(write, torch.tensor([0.5]), 1),
        caught(write, [0], torch.ones(1, 1, 4)),
    ]


def without_a_dimension(x):
    calls = torch.max, torch.squeeze, torch.median, torch.prod
    return [caught(lambda call: call(x, dim=None), call) for call in calls], x + 1


def of_other_numbers(x):
    whole = x.int()
    calls = (
        lambda: x & 1, lambda: ~x, lambda: x - True, lambda: x.cfloat() < 1, lambda: whole % 0, lambda: whole**-1,
        lambda: x[:0].max(),
    )  # fmt: skip
    return [caught(call) for call in calls], x + 1


def made(x):
    embedding = torch.nn.functional.embedding
    sizes = caught(torch.Size, [2.5]), torch.Size([x.shape[0], True])
    return caught(torch.tensor, [[1], [1, 2]]), sizes, caught(embedding, x[0].long(), x, 9), x + 1


def case(t):
    x = torch.tensor([[1.0, 2, 0, 1], [0, 1, 1, 0]])
    for fn in written, without_a_dimension, of_other_numbers, made:
        for dynamic in False, True:
            t.equal(t.compile(fn, dynamic=dynamic)(x), fn(x))
