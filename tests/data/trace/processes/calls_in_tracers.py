"""torch.fx, make_fx and torch.jit do not trace calls of compiled functions, unless `error_on_nested_fx_trace` lets the function be
traced through."""

import programs

SCRIPT = """
import torch
import torch._dynamo
from torch.fx.experimental.proxy_tensor import make_fx

x = torch.ones(3)
compiled = torch.compile(lambda a: a.sin(), backend="eager")
linear = torch.compile(torch.nn.Linear(3, 3), backend="eager")

def attempt(trace, *arguments):
    try:
        return trace(*arguments).code
    except RuntimeError as error:
        return str(error)

def attempt_all():
    print(attempt(torch.fx.symbolic_trace, lambda a: compiled(a) + 1))
    print(attempt(torch.fx.symbolic_trace, compiled))
    print(attempt(lambda: make_fx(lambda a: compiled(a) + linear(a))(x)))
    print(attempt(torch.jit.trace, lambda a: compiled(a) + 1, x).splitlines()[0])
    print(compiled(x), len(torch.export.export(linear, (x,)).graph.nodes))

attempt_all()
with torch._dynamo.config.patch(error_on_nested_fx_trace=False):
    attempt_all()
compiled(x), linear(x)
attempt_all()
"""


def case(t):
    t.equal(programs.run(SCRIPT, *programs.REPLACED).stdout, programs.run(SCRIPT).stdout)


# expect captured
# nothing
