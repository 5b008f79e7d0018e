"""A tuple of an operator's results that the program makes: of a list, of a generator, by mapping another one."""

import torch
from torch.utils._pytree import tree_map


def fn(x):
    top = torch.topk(x, 2)
    mapped = tree_map(lambda part: part + 1, top)
    made = torch.return_types.max([x.sum(), x.argmax()])
    return mapped, type(top)(part * 2 for part in top).values, made, made.indices + mapped.indices


def wrong(x):
    try:
        return torch.return_types.topk((x + 1,))
    except TypeError as error:
        return str(error)


def case(t):
    x = torch.tensor([3.0, 1.0, 2.0])
    t.equal(t.compile(fn, fullgraph=True)(x), fn(x))
    t.equal(t.compile(wrong)(x), wrong(x))
