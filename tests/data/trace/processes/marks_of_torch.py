"""Marks of torch's own on tensors are kept to: ranges of mark_dynamic, and addresses that stay."""

import programs

PROGRAM = """
import torch
import torch._dynamo

Violation = torch.fx.experimental.symbolic_shapes.ConstraintViolationError

class Graphs(list):
    def __call__(self, module, inputs):
        self.append(module)
        return module.forward

def marked(size, **mark):
    x = torch.ones(size)
    torch._dynamo.mark_dynamic(x, 0, **mark)
    return x

def run(what, function, *calls):
    torch._dynamo.reset()
    graphs, found = Graphs(), []
    compiled = torch.compile(function, backend=graphs)
    for x in calls:
        try:
            compiled(x)
            found.append(len(graphs))
        except Violation as error:
            assert "Constraints violated" in str(error) or "range" in str(error), error
            found.append("violated")
    print(what, found)

double = lambda x: x * 2
below = lambda limit: lambda x: x * 2 if x.shape[0] < limit else x * 3
run("a range is kept to", double, marked(4, min=2, max=5), torch.ones(5), torch.ones(6), torch.ones(8))
run("a size outside", double, marked(9, min=2, max=5))
run("a size outside, later", double, marked(4, min=2, max=5), marked(9, min=2, max=5))
run("without a range", below(5), marked(4), torch.ones(3), torch.ones(5))
if tuple(map(int, torch.__version__.split(".")[:2])) >= (2, 15):  # Before, torch raises for a range with an open end.
    run("an open range", double, marked(4, min=3), torch.ones(3), torch.ones(100), torch.ones(2))
    run("all of the range", below(6), marked(4, max=5), torch.ones(8))
    run("some of the range", below(5), marked(4, max=5))
    run("a size of the range", lambda x: x * 2 if x.shape[0] != 7 else x * 3, marked(4, max=10))
    run("one size", lambda x: x + torch.ones(4), marked(4, max=10))

def static(value, guard):
    x = torch.full((3,), value)
    torch._dynamo.mark_static_address(x, guard=guard)
    return x

for guard in (False, True):
    first = static(1.0, guard)
    run(f"addresses, guarded: {guard}", double, first, static(2.0, guard), first, torch.ones(3))
"""


def case(t):
    programs.compare(PROGRAM)


# expect captured
# nothing
