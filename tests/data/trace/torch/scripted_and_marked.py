"""Scripted functions, marks, compilation and new modules inside of compiled code."""

import torch
import torch._dynamo.mutation_guard


@torch.jit.script
def scripted(x: torch.Tensor, factor: int = 2):
    return x * factor


def calls_script(x):
    return scripted(x) + scripted(x, factor=3)


def marks(x, y):
    torch._dynamo.mark_static(x, 0)
    torch._dynamo.mark_static(y)
    return x + y


def compiles(x):
    inner = torch.compile(lambda y: y * 2)
    return inner(x) + 1


def decorates(x):
    @torch.compile(dynamic=True)
    def inner(y):
        return y * 2

    return inner(x) + 1


def makes_a_module(x):
    return torch.nn.ReLU()(x) + torch.nn.Identity()(x)


class Subclass(torch.Tensor):
    pass


def of_a_subclass(x, y):
    return y * 2 + x


def case(t):
    x = torch.randn(3)
    t.equal(t.compile(calls_script, fullgraph=True)(x), calls_script(x))
    compiled = t.compile(marks, fullgraph=True, dynamic=True)
    for n in (3, 4):
        t.equal(compiled(torch.ones(n), torch.ones(n)), torch.full((n,), 2.0))
    for function in (compiles, decorates):
        t.equal(t.compile(function)(x), x * 2 + 1)
    subclass = torch.ones(3).as_subclass(Subclass)
    found = t.compile(of_a_subclass)(subclass, x)
    assert type(found) is Subclass
    t.equal(found.as_subclass(torch.Tensor), x * 2 + 1)

    # What torch's own front end does to modules when it is first used: from then on their making is noted.
    torch._dynamo.mutation_guard.install_generation_tagging_init()
    t.equal(t.compile(makes_a_module, fullgraph=True)(x), makes_a_module(x))
