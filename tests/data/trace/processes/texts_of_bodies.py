"""Bodies of operators that take functions read as torch's front end writes them: names, types, order of what they are passed."""

import programs

SCRIPT = """
import torch
from torch._dynamo.testing import EagerAndRecordGraphs, normalize_gm
from torch._higher_order_ops.hints_wrap import hints_wrapper
from torch._higher_order_ops.map import map as map_slices
from torch._higher_order_ops.strict_mode import strict_mode
from torch._higher_order_ops.wrap import wrap
from torch.utils.checkpoint import checkpoint

class Layer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(3, 3)
        self.register_buffer("shift", torch.ones(3))

    def forward(self, x):
        return wrap(lambda x: self.linear(x) + self.shift, x)

class Pair:
    def __init__(self, first, second):
        self.first, self.second = first, second

layer, z = Layer(), torch.ones(3)

@torch.compiler.nested_compile_region
def region(x, y):
    return x.sin() * y

def wrapped(x, y):
    def inner(x):
        total = x.sin() + y
        return total * z
    return wrap(inner, x)

def nested(x, y):
    return wrap(lambda x: wrap(lambda a: a.sin() + x, x), x), layer(y)

def containers(x, y):
    parts = wrap(lambda d: {"b": d["x"].sin(), "a": (d["y"].cos(), 3)}, {"x": x, "y": y})
    pair = wrap(lambda a: Pair(a.exp(), [a.tan()]), x)
    return parts["a"][0] + parts["b"] + pair.first, pair.second[0]

def chosen(x, y):
    w = x * 2
    return torch.cond(x.sum() > 0, lambda a: (a + y).sin() + w, lambda a: (a - z).cos() - w, [x])

def checkpointed(x, y):
    return checkpoint(lambda a, *, b: (a @ b).sin(), x, b=y, use_reentrant=False, preserve_rng_state=False)

def mapped(x, y):
    return map_slices(lambda a, b: a.sin() + b, x, y)

def strict(x, y):
    return strict_mode(lambda a: a.sin(), (x,))

def hinted(x, y):
    return hints_wrapper(lambda a: a.sin(), (x,), {}, hints={"speed": 1})

def marked(x, y):
    return region(x, y) + region(x, y)

x, y = torch.ones(3, 3, requires_grad=True), torch.ones(3, 3)
functions = [wrapped, nested, containers, chosen, checkpointed, mapped, strict, hinted]
# Earlier releases number the results of regions otherwise.
if hasattr(torch._dynamo.config, "inline_single_use_invoke_subgraph"):
    functions.append(marked)
for function in functions:
    torch._dynamo.reset()
    backend = EagerAndRecordGraphs()
    torch.compile(function, backend=backend, fullgraph=True)(x, y)
    print(function.__name__)
    for graph in backend.graphs:
        print(normalize_gm(graph.print_readable(print_output=False)))
"""


def case(t):
    programs.compare(SCRIPT)


# expect captured
# nothing
