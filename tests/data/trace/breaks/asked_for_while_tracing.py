"""What a program says to torch's front end while it traces: leave the frame alone, look at the trace, fix a size."""

import torch
from torch._dynamo.comptime import comptime


def skipped(x):
    x = x + 1
    torch._dynamo.skip_frame("not this one")
    return x * 2


def stepped(x):
    x = x + 1
    torch._dynamo.step_unsupported()
    return x * 2


def looks(x):
    y = x * 2

    @comptime
    def _(ctx):
        ctx.print_graph()

    comptime.print_guards()
    comptime.assert_static(y.shape[0])
    return y + 1


def fixes(x):
    comptime.force_static(x.shape[0])
    return x + x.shape[0]


def breaks(x):
    y = x + 1
    comptime.graph_break()
    return y * 2


class Called:
    @staticmethod
    def __call__(x, y=2):
        return x * y


class CalledOnClass:
    @classmethod
    def __call__(cls, x):
        return x, cls.__name__


def callables(x):
    return Called()(x), Called()(x, y=3), CalledOnClass()(x)


def asks(x):
    return x + 1, torch._utils.is_compiling()


def case(t):
    x = torch.ones(3)
    for fn, count in ((skipped, 0), (stepped, 0), (looks, 1), (breaks, 2), (callables, 1)):
        del t.graphs[:]
        t.equal(t.compile(fn)(x), fn(x))
        assert len(t.graphs) == count, fn
    compiled = t.compile(fixes, dynamic=True)
    del t.graphs[:]
    for size in (3, 4):
        t.equal(compiled(torch.ones(size)), fixes(torch.ones(size)))
    assert len(t.graphs) == 2
    assert t.compile(asks, fullgraph=True)(x)[1]
