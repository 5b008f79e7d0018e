"""What comptime shows of a trace is printed while it is traced, and once; the call itself leaves nothing behind."""

import contextlib
import io

import torch
import torch._dynamo
from torch._dynamo.comptime import comptime


def shows(x, number):
    y = x + 1
    comptime.print(number)
    comptime.print_locals()
    comptime.print_bt()
    comptime.print_value_stack()
    return y * comptime.print_value_stack_and_return(number)


def shows_more(x):
    comptime.print_graph()
    comptime.print_disas()
    return x + 1


def case(t):
    x = torch.ones(2)
    compiled = t.compile(shows, fullgraph=True)
    with contextlib.redirect_stdout(io.StringIO()) as text:
        t.equal(compiled(x, 3), (x + 1) * 3)
    shown = text.getvalue()
    assert "3" in shown and "number" in shown and "in shows" in shown, shown
    with contextlib.redirect_stdout(io.StringIO()) as text:
        t.equal(compiled(x, 3), (x + 1) * 3)
    t.equal(text.getvalue(), "")
    t.equal(t.ops(), ["add", "mul"])
    with contextlib.redirect_stdout(io.StringIO()):
        t.equal(t.compile(shows_more)(x), x + 1)
