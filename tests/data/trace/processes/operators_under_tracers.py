"""An operator that takes functions, called as written, has its call compiled by torch.compile. Where a tracer of torch's sees
the call, as in export and make_fx, it gets the bodies that it gets from torch's own front end."""

import programs

SCRIPT = """
import torch
from torch._higher_order_ops.map import map as map_slices
from torch.fx.experimental.proxy_tensor import make_fx

x = torch.arange(6.0).view(3, 2)

def show(module):
    print(module.code)
    for name, body in module.named_children():
        print(name, body.code)

class Choice(torch.nn.Module):
    def forward(self, a):
        b = a + 1
        return torch.cond(a.sum() > 0, lambda z: z.sin() + b, lambda z: z.cos() - b, [a])

class Slices(torch.nn.Module):
    def forward(self, a):
        return map_slices(lambda z: z.sin(), a)

for module in Choice(), Slices():
    show(torch.export.export(module, (x,), strict=False).graph_module)
    show(make_fx(module)(x))
    print(module(x).tolist())
"""


def case(t):
    as_torch, replaced = programs.run(SCRIPT).stdout, programs.run(SCRIPT, *programs.REPLACED).stdout
    assert "getitem" in as_torch
    t.equal(replaced, as_torch)


# expect captured
# nothing
