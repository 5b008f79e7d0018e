"""torch.export and torch._dynamo.export see through what was compiled: functions and modules, called or not."""

import programs

# Prints the same with torch's front end and with Alternator.
PROGRAM = """
import torch
import torch._dynamo

x = torch.ones(4)

def function(x):
    return x.sin() + 1

class Calls(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.function = torch.compile(function, backend="eager")
        self.module = torch.compile(torch.nn.Linear(4, 4), backend="eager")

    def forward(self, x):
        return self.module(self.function(x)) + 1

class Compiles(torch.nn.Module):
    def forward(self, x):
        return torch.compile(function, backend="eager")(x)

def exported(module, strict):
    program = torch.export.export(module, (x,), strict=strict)
    print(strict, [str(node.target) for node in program.graph.nodes if node.op == "call_function"], sorted(program.state_dict))
    assert program.module()(x).shape == (4,)

for strict in (True, False):
    exported(Calls(), strict)
    exported(torch.compile(torch.nn.Linear(4, 4), backend="eager"), strict)
    exported(Compiles(), strict)
    in_place = torch.nn.Linear(4, 4)
    in_place.compile(backend="eager")
    exported(in_place, strict)
    in_place(x)
    exported(in_place, strict)
graph, guards = torch._dynamo.export(torch.compile(function, backend="eager"))(x)
print([str(node.target) for node in graph.graph.nodes if node.op.startswith("call")])
"""


def case(t):
    programs.compare(PROGRAM)


# expect captured
# nothing
