"""What is on around a process's first compilation is not in the way of those that follow."""

import programs

PROGRAM = """
import alternator
import torch
from torch._functorch.eager_transforms import grad_increment_nesting

def fn(x):
    return x * x.size(0)

x = torch.ones(2)
with CONTEXT:
    first = alternator.compile(fn, backend="eager")(x)
alternator.reset()
second = alternator.compile(fn, backend="eager", fullgraph=True)(x)
print(first.tolist(), second.tolist())
"""

CONTEXTS = (
    "torch.autograd.graph.save_on_cpu()", "torch.autograd.graph.disable_saved_tensors_hooks('none here')",
    "grad_increment_nesting()", "torch.inference_mode()", "torch._C.DisableTorchFunction()", "torch.device('cpu')",
)


def case(t):
    for context in CONTEXTS:
        ended = programs.run(PROGRAM.replace("CONTEXT", context))
        assert ended.stdout == "[2.0, 2.0] [2.0, 2.0]\n", (context, ended.stdout, ended.stderr)


# expect captured
# nothing
