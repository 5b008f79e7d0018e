"""Two processes started by torchrun: collectives, DistributedDataParallel and fully_shard give what they give without a
compiler, in as many graphs as with torch's front end."""

import programs

PROGRAM = """
import os
import warnings

import torch
import torch._dynamo
import torch.distributed as dist
from torch import nn
from torch.distributed.fsdp import fully_shard
from torch.nn.parallel import DistributedDataParallel

if os.environ["FRONT_END"] == "alternator":
    from alternator import compile
else:
    from torch import compile

warnings.simplefilter("ignore")
dist.init_process_group("gloo")
rank = dist.get_rank()


class Graphs(list):
    def __call__(self, module, inputs):
        self.append(module)
        return module.forward


def say(*words):
    # In one piece: both processes write to the same place.
    print(" ".join(map(str, (rank, *words))) + "\\n", end="")


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(8, 8)

    def forward(self, x):
        return self.linear(x).relu() + x


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = Layer(), Layer()

    def forward(self, x):
        return self.second(self.first(x)).sum(1)


def trained(prepare):
    torch.manual_seed(0)
    model, compiled = prepare(Model())
    optimizer = torch.optim.SGD(model.parameters(), 0.1)
    losses = []
    for step in range(3):
        torch.manual_seed(10 * step + rank)
        loss = compiled(torch.randn(4, 8)).pow(2).mean()
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        losses.append(loss.item())
    return torch.tensor(losses)


def check(what, prepare):
    graphs = Graphs()
    close = torch.allclose(trained(lambda model: prepare(model, None)), trained(lambda model: prepare(model, graphs)))
    say(what, close, len(graphs))


def in_parallel(model, backend):
    model = DistributedDataParallel(model)
    return model, compile(model, backend=backend) if backend else model


def sharded(model, backend):
    for layer in (model.first, model.second):
        fully_shard(layer)
        if backend:
            layer.forward = compile(layer.forward, backend=backend)
    fully_shard(model)
    return model, model


def reduced(x):
    y = x * (rank + 1)
    dist.all_reduce(y)
    whole = torch.empty(2, *x.shape)
    dist.all_gather_into_tensor(whole.view(-1), y.view(-1))
    return whole + dist.get_rank() + dist.get_world_size()


x = torch.arange(6.0).view(2, 3) + rank
graphs = Graphs()
say("collectives", torch.equal(compile(reduced, backend=graphs, fullgraph=True)(x), reduced(x)), len(graphs))
check("parallel", in_parallel)
check("sharded", sharded)
"""
# Gradients pass by a collective that writes into its argument: torch's front end sends them through.
GRADIENTS = """
import torch
import torch.distributed as dist
import alternator

def followed(x):
    y = x * 2
    dist.all_reduce(y)
    return (y * 3).sum()

dist.init_process_group("gloo")
x, y = (torch.arange(4.0).requires_grad_() for _ in range(2))
followed(x).backward()
alternator.compile(followed, backend="aot_eager")(y).backward()
assert torch.equal(x.grad, y.grad), (x.grad, y.grad)
"""


def case(t):
    found = programs.compare_in_two(PROGRAM)
    assert len(found) == 6 and not [line for line in found if " True " not in line], found
    programs.run_in_two(GRADIENTS)


# expect captured
# nothing
