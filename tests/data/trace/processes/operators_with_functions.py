"""Operators that take functions, as torch's front end has them: switch, operators of one's own, values printed by name, associative scans."""

import programs

SCRIPT = """
import torch
from torch._dynamo.testing import EagerAndRecordGraphs, normalize_gm
from torch._higher_order_ops.associative_scan import associative_scan_op
from torch._higher_order_ops.base_hop import BaseHOP
from torch._higher_order_ops import InvokeQuant
from torch._higher_order_ops.print import print as print_values

try:
    from torch._higher_order_ops.switch import switch
except ImportError:  # before 2.15
    switch = lambda index, branches, operands: branches[1](*operands)


class Hinted(BaseHOP):
    def __init__(self):
        super().__init__("hinted")


hinted, z = Hinted(), torch.full((4,), 3.0)
branches = [lambda x: x.sin(), lambda x: x * 2, lambda x: x + z]


def chosen(index, x):
    return switch(index, branches, (x,))


def chosen_by_a_constant(index, x):
    return switch(len(index.shape) - 1, branches, (x,)), switch(7, branches, (x,))


def hinted_pair(index, x):
    one, other = hinted(lambda y: (y.sin() + z, y.cos()), x, strength=3)
    return one * other


def printed(index, x):
    print_values("{a} and {b}", a=x, b=index)
    return x + 1


def quantised(index, x):
    quantise = InvokeQuant(codegen_low_precision=False)
    return quantise(lambda y: y * 2 + z, x, scheme="nf4") + quantise_always(lambda y: y - 1, x)


quantise_always = InvokeQuant()


for function in (chosen, chosen_by_a_constant, hinted_pair, printed, quantised):
    backend = EagerAndRecordGraphs()
    compiled = torch.compile(function, backend=backend, fullgraph=True)
    for index in (0, 2, 5):
        x = torch.arange(4.0).requires_grad_()
        result = compiled(torch.tensor(index), x)
        print(function.__name__, result)
        result = sum(result) if isinstance(result, tuple) else result
        print(torch.autograd.grad(result.sum(), x))
    for graph in backend.graphs:
        # Settings are made by a node, which torch puts behind the body.
        made = [node.target.__name__ for node in graph.graph.nodes if isinstance(node.target, type)]
        print(made or normalize_gm(graph.print_readable(print_output=False)))

backend = EagerAndRecordGraphs()
sums = torch.compile(lambda x: associative_scan_op(lambda a, b: [a + b], [x], ())[0], backend=backend, fullgraph=True)
print(sums(torch.arange(4.0)), sums(torch.arange(5.0)))
print([any(node.target is torch.ops.higher_order.associative_scan for node in graph.graph.nodes) for graph in backend.graphs])
"""


def case(t):
    programs.compare(SCRIPT)


# expect captured
# nothing
