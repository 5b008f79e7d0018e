"""Dynamic sizes alone import neither torch's front end nor sympy: a backend that does not look at the symbols waits for neither."""

import programs

SCRIPT = """
import sys, torch, alternator

def by_size(x, n):
    y = x.view(-1) * n + x.shape[0]
    return y if x.shape[0] > 2 else y + 1

compiled = alternator.compile(by_size, backend=lambda module, inputs: module.forward, dynamic=True)
for size in (3, 4, 1):
    x = torch.ones(size, 2)
    assert torch.equal(compiled(x, size), by_size(x, size))
loaded = {"torch._dynamo", "sympy", "torch.fx.experimental.symbolic_shapes"} & sys.modules.keys()
assert not loaded, loaded
"""


def case(t):
    programs.run(SCRIPT)


# expect captured
# nothing
