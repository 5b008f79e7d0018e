"""Functions of `torch._dynamo.nonstrict_trace` take and give trees of tensors: dicts, lists, named tuples, and what the program has
registered."""

import collections

import torch
import torch._dynamo
from torch.utils import _pytree

Pair = collections.namedtuple("Pair", "left right")


class Box:
    def __init__(self, content, label):
        self.content, self.label = content, label


_pytree.register_pytree_node(
    Box,
    lambda box: ([box.content], box.label),
    lambda children, label: Box(children[0], label),
    serialized_type_name="alternator.cases.Box",
)


@torch._dynamo.nonstrict_trace
def mixed(named, pair, *, box, factor=2):
    return {"sum": named["x"] + pair.left, "pair": Pair([pair.right * factor], None), "box": Box(box.content + 1, box.label)}


def fn(x):
    given = mixed({"x": x, "y": [x, 3]}, Pair(x + 1, x + 2), box=Box(x, "label"), factor=5)
    return given["sum"] * given["pair"].left[0] + given["box"].content, given["pair"].right, given["box"].label, list(given)


def case(t):
    for backend in "eager", "aot_eager":
        compiled = t.compile(fn, backend=backend, fullgraph=True)
        for x in torch.ones(3), torch.zeros(3), torch.ones(4):
            t.equal(compiled(x), fn(x))
