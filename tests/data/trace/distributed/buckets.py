"""The graph of a module in DistributedDataParallel is compiled in as many pieces as with torch's front end, cut at the
borders of its buckets of gradients (`optimize_ddp`)."""

import programs

PROGRAM = """
import os
import warnings

import torch
import torch._dynamo
import torch.distributed as dist
from torch import nn
from torch._dynamo.backends.registry import lookup_backend
from torch.nn.parallel import DistributedDataParallel

if os.environ["FRONT_END"] == "alternator":
    from alternator import compile
else:
    from torch import compile

warnings.simplefilter("ignore")
dist.init_process_group("gloo")
dist._DEFAULT_FIRST_BUCKET_BYTES = 1000
rank = dist.get_rank()


class Pieces(list):
    def __init__(self, name):
        self.compile = lookup_backend(name)

    def __call__(self, module, inputs):
        self.append(len(inputs))
        return self.compile(module, inputs)

    __hash__, __eq__ = object.__hash__, object.__eq__


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(32, 32) for _ in range(5))

    def forward(self, x):
        for layer in self.layers:
            x = layer(x).relu() + x
        return x.sum(1)


def trained(backend):
    torch.manual_seed(0)
    model = DistributedDataParallel(Model(), bucket_cap_mb=8000 / 2**20)
    compiled = compile(model, backend=backend) if backend is not None else model
    optimizer = torch.optim.SGD(model.parameters(), 0.01)
    for step in range(3):
        torch.manual_seed(10 * step + rank)
        optimizer.zero_grad()
        compiled(torch.randn(4, 32)).pow(2).mean().backward()
        optimizer.step()
    return torch.cat([tensor.detach().flatten() for p in model.parameters() for tensor in (p, p.grad)])


def check(what, name):
    pieces = Pieces(name)
    close = torch.allclose(trained(None), trained(pieces), atol=1e-5)
    # In one piece: both processes write to the same place.
    print(f"{rank} {what} {close} {list(pieces)}\\n", end="")


check("eager", "eager")
check("aot_eager", "aot_eager")
for mode in (False, "no_optimization", "ddp_optimizer"):
    torch._dynamo.config.optimize_ddp = mode
    check(mode, "eager")
"""
# Buckets that are smaller than the first one is by default are no error.
SMALL = """
import torch
import torch.distributed as dist
from torch import nn
import alternator

dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)
model = nn.parallel.DistributedDataParallel(nn.Bilinear(20, 20, 20), bucket_cap_mb=0.01)
inputs = torch.randn(2, 20), torch.randn(2, 20)
torch.testing.assert_close(alternator.compile(model, backend="eager")(*inputs), model(*inputs))
dist.destroy_process_group()
"""


def case(t):
    found = programs.compare_in_two(PROGRAM)
    assert len(found) == 10 and not [line for line in found if " True " not in line], found
    assert len({line.split("True")[1] for line in found}) == 2, found
    programs.run(SMALL)


# expect captured
# nothing
