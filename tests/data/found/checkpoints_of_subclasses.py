"""A checkpoint gives tensors of the classes that its function gives (found by --transforms)."""

import torch
from torch.utils.checkpoint import checkpoint


class Heard(torch.Tensor):
    @classmethod
    def __torch_function__(cls, function, types, args=(), kwargs=None):
        return super().__torch_function__(function, types, args, kwargs or {})


class Plain(torch.Tensor):
    pass


BUFFERS = {cls: torch.ones(3).as_subclass(cls) for cls in (Heard, Plain, torch.Tensor)}


def fn(x, cls):
    def part(v):
        return v + BUFFERS[cls], [v * 2, "text"]

    first, (second, text) = checkpoint(part, x, use_reentrant=False)
    third = checkpoint(torch.sin, first, use_reentrant=False)
    return first, second, text, third, type(first), type(third)


def case(t):
    compiled = t.compile(fn, fullgraph=True)
    for cls in BUFFERS:
        for requires in False, True:
            found = compiled(x := torch.ones(3, requires_grad=requires), cls)
            expected = fn(y := torch.ones(3, requires_grad=requires), cls)
            t.equal(found, expected)
            t.equal([type(tensor) for tensor in (found[0], found[1], found[3])], [cls, torch.Tensor, cls])
            if requires:
                found[3].sum().backward()
                expected[3].sum().backward()
                t.equal(x.grad, y.grad)
