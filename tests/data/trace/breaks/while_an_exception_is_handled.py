"""A graph break in an `except` clause: the exception is still the handled one, before, at and after it."""

import sys

import torch


def inner(x):
    y = x * 2
    try:
        raise ValueError("first")
    except ValueError as error:
        y = y + 1
        torch._dynamo.graph_break()
        y = y * 3
        assert sys.exception() is error
        try:
            {}["key"]
        except KeyError:
            torch._dynamo.graph_break()
            y = y - 1
            try:
                raise RuntimeError("last")
            except RuntimeError as last:
                names = [type(last).__name__, type(last.__context__).__name__, type(last.__context__.__context__).__name__]
    return y, names, sys.exception()


class Swallows:
    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        torch._dynamo.graph_break()
        return kind is ValueError


def outer(x, reraise):
    with Swallows():
        x = x + 1
        raise ValueError("swallowed")
    try:
        x = x * 5
        raise KeyError("passed on")
    except KeyError:
        torch._dynamo.graph_break()
        if reraise:
            raise
    finally:
        x = x + 7
    return inner(x)


fn = outer
calls = [(torch.ones(3), False), (torch.ones(3), True), (torch.zeros(3), False)]


# expect graphs
# graph 0
#   l_x_: input
#   x = add(l_x_, 1)
#   return (x,)
# graph 1
#   l_x_: input
#   x = mul(l_x_, 5)
#   return (x,)
# graph 2
#   l_x_: input
#   x = add(l_x_, 7)
#   return (x,)
# graph 3
#   l_x_: input
#   y = mul(l_x_, 2)
#   y_1 = add(y, 1)
#   return (y_1,)
# graph 4
#   l_y_: input
#   y = mul(l_y_, 3)
#   return (y,)
# graph 5
#   l_y_: input
#   y = sub(l_y_, 1)
#   return (y,)
# expect breaks
# line 34: call of function graph_break: the program asks for a break
# line 46: call of function graph_break: the program asks for a break
# line 14: call of function graph_break: the program asks for a break
# line 20: call of function graph_break: the program asks for a break
# line 50: the traced program raises a KeyError object: 'passed on'
