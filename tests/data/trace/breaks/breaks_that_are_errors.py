"""`error_on_graph_break` has breaks raised where the program says so; `graph_break` and `disable` give their reasons."""

import torch

import alternator


def breaking(x):
    torch._dynamo.graph_break()
    return x + 1


def region(x, strict):
    y = x + 1
    with torch._dynamo.error_on_graph_break(strict):
        torch._dynamo.graph_break()
    return y * 2


def before(x):
    with torch._dynamo.error_on_graph_break(True):
        y = x + 1
    torch._dynamo.graph_break()
    return y * 2


@torch._dynamo.error_on_graph_break(True)
def decorated(x):
    return breaking(x)


@torch._dynamo.error_on_graph_break(False)
def lenient(x):
    return breaking(x)


def refuses(fn, *arguments):
    try:
        fn(*arguments)
    except alternator.Unsupported as error:
        return str(error)
    raise AssertionError("it did not raise")


def case(t):
    x = torch.ones(2)
    t.equal(t.compile(region)(x, False), region(x, False))
    refuses(t.compile(region), x, True)
    t.equal(t.compile(before)(x), before(x))
    refuses(t.compile(lambda x: decorated(x) * 2), x)
    with torch._dynamo.error_on_graph_break(True):
        refuses(t.compile(breaking), x)
        t.equal(t.compile(lambda x: lenient(x) * 2)(x), x * 4)
    t.equal(t.compile(breaking)(x), x + 1)
    assert "because" in refuses(t.compile(lambda x: torch._dynamo.graph_break(msg="because"), fullgraph=True), x)
    disabled = torch.compiler.disable(breaking, reason="for this")
    assert "for this" in refuses(t.compile(lambda x: disabled(x), fullgraph=True), x)


# expect breaks
# line 16: call of function graph_break: the program asks for a break
# line 23: call of function graph_break: the program asks for a break
# line 9: call of function graph_break: the program asks for a break
