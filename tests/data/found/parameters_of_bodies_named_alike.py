"""The body of an operator has a second operand and takes a tensor from outside that is named as this operand is (`child_1`). Found by
hand: the text of the body had two parameters of one name, and the call ended with a SyntaxError."""

import torch
from torch._higher_order_ops.map import map as map_rows


def fn(x):
    return map_rows(lambda rows, y: {"sum": rows[0] + y, "rest": [rows[1]["double"] + 1]}, (x, {"double": x * 2}), torch.ones(3))


def case(t):
    compiled = t.compile(fn, fullgraph=True)
    for start in 0, 1:
        x = torch.arange(12.0).reshape(4, 3) + start
        t.equal(compiled(x), fn(x))
