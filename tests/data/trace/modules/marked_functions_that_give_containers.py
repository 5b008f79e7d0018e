"""What a function in the graph gives in a dict or an object of the program's is not guessed: the call is left to Python."""

import dataclasses

import torch


@dataclasses.dataclass
class Pair:
    first: torch.Tensor
    second: torch.Tensor


@torch.compiler.allow_in_graph
def in_dict(x):
    return {"twice": x * 2, "nested": [x + 1]}


@torch.compiler.allow_in_graph
def in_object(x):
    return Pair(x * 2, x + 1)


@torch.compiler.allow_in_graph
def in_lists(x):
    return [x * 2, (x + 1, None, 3)]


def case(t):
    x = torch.randn(3)
    for backend in ({}, {"backend": "aot_eager"}):
        t.equal(t.compile(lambda x: in_dict(x + 1), **backend)(x), in_dict(x + 1))
        pair = t.compile(lambda x: in_object(x + 1), **backend)(x)
        t.equal((pair.first, pair.second), ((x + 1) * 2, x + 2))
        t.equal(t.compile(lambda x: in_lists(x + 1), fullgraph=True, **backend)(x), in_lists(x + 1))


# expect breaks
# line 32: an operator that cannot run on fake tensors: a result of type dict
# line 33: an operator that cannot run on fake tensors: a result of type Pair
# line 32: an operator that cannot run on fake tensors: a result of type dict
# line 33: an operator that cannot run on fake tensors: a result of type Pair
