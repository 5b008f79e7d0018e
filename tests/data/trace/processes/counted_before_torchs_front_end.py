"""torch's counters know of what was compiled before anybody imported them."""

import programs

SCRIPT = """
import sys
import torch
import alternator

def fn(x):
    x = x + 1
    print("between")
    return x * 2

alternator.compile(fn, backend=lambda graph, inputs: graph.forward)(torch.ones(2))
assert "torch._dynamo" not in sys.modules
from torch._dynamo.utils import counters, graph_break_reasons
alternator.compile(fn, backend=lambda graph, inputs: graph.forward)(torch.ones(2))
print(dict(counters["frames"]), dict(counters["stats"]), sum(counters["graph_break"].values()), len(graph_break_reasons))
"""
EXPECTED = "{'total': 4, 'ok': 4} {'unique_graphs': 4, 'calls_captured': 4} 2 2"


def case(t):
    t.equal(programs.run(SCRIPT).stdout.splitlines()[-1], EXPECTED)


# expect captured
# nothing
