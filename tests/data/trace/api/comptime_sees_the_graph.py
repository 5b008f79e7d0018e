"""Functions that comptime calls see variables of closures, nodes, fakes, constants and the graph so far, and can make a size static."""

import contextlib
import io

import torch
import torch._dynamo
from torch._dynamo.comptime import ComptimeContext, comptime

seen = []


def sees(x, number, unread):
    kept = x + number
    pair = [kept, 2]
    numbers = [1, (2, "three")]

    @comptime
    def _(context):
        assert isinstance(context, ComptimeContext)
        fake = context.get_local("x").as_fake()
        seen.append((tuple(fake.shape), fake.dtype, context.get_local("unread").size(0)))
        proxy = context.get_local("kept").as_proxy()
        seen.append((proxy.node.op, proxy.node.name, [node.op for node in context.graph().nodes]))
        seen.append((context.get_local("pair").is_proxy(), [type(part) for part in context.get_local("pair").as_proxy()]))
        seen.append((context.get_local("numbers").as_python_constant(), context.get_local("number").as_python_constant()))

    comptime.print_graph()
    return inner(pair[0] * 2)


def inner(y):
    offset = 3

    @comptime
    def _(context):
        seen.append((context.get_local("offset").as_python_constant(), context.parent().get_local("number").as_python_constant()))
        context.print_disas()
        context.print_bt()

    return y + offset


def around(x):
    cell = x + 1

    def reads():
        @comptime
        def _(context):
            seen.append(tuple(context.get_local("cell").size()))

        return cell * 2

    return reads()


def fixes(x):
    comptime.force_static(x.shape[0])

    @comptime
    def _(context):
        size = context.get_local("x").as_fake().shape[1]
        seen.append((isinstance(size, torch.SymInt), context.get_local("x").is_dynamic()))

    return x * 2


def case(t):
    x = torch.ones(2)
    with contextlib.redirect_stdout(io.StringIO()) as text:
        t.equal(t.compile(sees, fullgraph=True)(x, 3, torch.ones(5)), (x + 3) * 2 + 3)
    assert 'kept: "f32[2]" = l_x_ + 3' in text.getvalue() and "-->" in text.getvalue() and "in inner" in text.getvalue()
    t.equal(seen[0], ((2,), torch.float32, 5))
    t.equal(seen[1], ("call_function", "kept", ["placeholder", "placeholder", "call_function"]))
    t.equal(seen[2], (True, [torch.fx.Proxy, int]))
    t.equal(seen[3:], [([1, (2, "three")], 3), (3, 3)])
    seen.clear()
    t.compile(around, fullgraph=True)(x)
    t.equal(seen, [(2,)])
    seen.clear()
    compiled = t.compile(fixes, fullgraph=True, dynamic=True)
    compiled(torch.ones(3, 4))
    compiled(torch.ones(3, 5))
    t.equal(seen, [(True, False)])
    compiled(torch.ones(4, 5))
    t.equal(len(seen), 2)
