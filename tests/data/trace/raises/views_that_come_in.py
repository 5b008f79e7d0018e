"""A tensor and a view of it come in, and the graph writes into both: where it raises, its handler finds them as they were."""

import torch

from raising import agree


def view_first(x, i, kept, part):
    try:
        part[i] = x[0, 0]
        kept[0] = 5
    except (IndexError, RuntimeError):
        kept[1] = kept.sum()
    return kept + 1


def view_twice(x, i, kept, part):
    try:
        part += 1
        part[i] = x[0, 0]
        kept[0] = 5
    except (IndexError, RuntimeError):
        kept[1] = kept.sum()
    return kept + 1


def base_first(x, i, kept, part):
    try:
        kept.mul_(2)
        y = x[i]
        part.add_(1)
    except IndexError:
        y = kept.sum()
    return y + kept.sum()


def made_before_a_break(x, i, kept, part):
    try:
        part = kept.view(-1)[1:]
        torch._dynamo.graph_break()
        part[i] = x[0, 0]
        kept[0] = 5
    except (IndexError, RuntimeError):
        kept[1] = kept.sum()
    return kept + 1


def program(function):
    def make():
        calls = []
        for index in ([1, 0], [9, 1], [1, 1]):
            kept = torch.ones(3)
            calls.append((torch.randn(4, 3), torch.tensor(index), kept, kept[1:]))
        return function, calls

    return make


def case(t):
    for function in view_first, view_twice, base_first, made_before_a_break:
        agree(t, program(function), reruns=1)
