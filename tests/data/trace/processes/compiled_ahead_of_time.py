"""What compiled objects have beside their calls is what torch's have: modules that are compiled ahead of time, the names
under which torch keeps what was compiled, attributes of instances with `__call__`."""

import programs

PROGRAM = """
import torch
from torch._dynamo.aot_compile import ModelInput

torch._dynamo.config.enable_aot_compile = True  # older releases ask for it

class Layer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(4, 4)

    def forward(self, x):
        return self.linear(x).relu()

class Scale:
    def __init__(self):
        self.factor = 5

    def __call__(self, x):
        return x * self.factor

layer, x = Layer().eval(), torch.ones(2, 4)
with torch.no_grad():
    ahead = torch.compile(layer, fullgraph=True, backend="eager").forward.aot_compile(((x,), {}))
    print(torch.equal(ahead(layer, x), layer(x)))
    compiled = torch.compile(layer, fullgraph=True, backend="eager")
    compiled._aot_compile([ModelInput(args=(x,), kwargs={}, contexts=[])])
    print(type(compiled.forward).__name__, torch.equal(compiled(x), layer(x)), len(compiled._save_aot_compiled_module()) > 0)
    try:
        torch.compile(layer, backend="eager")._aot_compile([ModelInput(args=(x,), kwargs={}, contexts=[])])
    except RuntimeError:
        print("graph breaks are refused")

compiled = torch.compile(layer, backend="eager")
print(compiled._torchdynamo_orig_callable == layer.forward, compiled._torchdynamo_wrapper_id == id(compiled))
compiled = torch.compile(Scale(), backend="eager")
print(compiled.factor, compiled(x).sum().item())
"""


def case(t):
    programs.compare(PROGRAM)


# expect captured
# nothing
