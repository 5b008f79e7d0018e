"""Tensor parallel modules in two processes: one graph, as with torch's front end, and the losses, parameters and gradients
that there are without a compiler."""

import programs

PROGRAM = """
import os
import warnings

import torch
import torch._dynamo
import torch.distributed as dist
from torch import nn
from torch._dynamo.backends.registry import lookup_backend
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Replicate, Shard
from torch.distributed.tensor.parallel import ColwiseParallel, RowwiseParallel, SequenceParallel, parallelize_module

if os.environ["FRONT_END"] == "alternator":
    from alternator import compile
else:
    from torch import compile

warnings.simplefilter("ignore")
dist.init_process_group("gloo")
mesh = init_device_mesh("cpu", (2,))


class Graphs(list):
    def __init__(self, name):
        self.compile = lookup_backend(name)

    def __call__(self, module, inputs):
        self.append(module)
        return self.compile(module, inputs)

    __hash__, __eq__ = object.__hash__, object.__eq__


class Layers(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm, self.up, self.down = nn.LayerNorm(8), nn.Linear(8, 16), nn.Linear(16, 8)

    def forward(self, x):
        return x + self.down(self.up(self.norm(x)).relu())


PLANS = {
    "split": {"up": ColwiseParallel(), "down": RowwiseParallel()},
    "sequence": {
        "norm": SequenceParallel(),
        "up": ColwiseParallel(input_layouts=Shard(1)),
        "down": RowwiseParallel(output_layouts=Shard(1)),
    },
    "whole": {
        "up": ColwiseParallel(output_layouts=Replicate(), use_local_output=False),
        "down": RowwiseParallel(input_layouts=Replicate()),
    },
}


def trained(plan, backend):
    torch.manual_seed(0)
    model = parallelize_module(Layers(), mesh, PLANS[plan])
    optimizer = torch.optim.SGD(model.parameters(), 0.01)
    call = model if backend is None else compile(model, backend=backend, fullgraph=True)
    found = []
    for step in range(3):
        torch.manual_seed(step)
        optimizer.zero_grad()
        result = call(torch.randn(4, 6, 8))
        if hasattr(result, "full_tensor"):
            result = result.full_tensor()
        result.pow(2).mean().backward()
        optimizer.step()
        found.append(result.detach())
    for parameter in model.parameters():
        for tensor in (parameter.detach(), parameter.grad):
            found.append(tensor.full_tensor() if hasattr(tensor, "full_tensor") else tensor)
    return torch.cat([tensor.flatten() for tensor in found])


for plan in PLANS:
    for name in ("eager", "aot_eager"):
        graphs = Graphs(name)
        close = torch.allclose(trained(plan, None), trained(plan, graphs), atol=1e-5)
        # In one piece: both processes write to the same place.
        print(f"{dist.get_rank()} {plan} {name} {close} {len(graphs)}\\n", end="")
"""


def case(t):
    found = programs.compare_in_two(PROGRAM)
    assert len(found) == 12 and not [line for line in found if not line.endswith("True 1")], found


# expect captured
# nothing
# expect nothing torch-2.11
# Then aot_eager takes no mesh among a graph's inputs, and a mesh breaks the graph.
