"""A generator that waits at a graph break is made again where it waits: what is around the break stays captured."""

import contextlib

import torch


@contextlib.contextmanager
def doubled(x, log):
    log.append("in")
    y = x * 2
    try:
        yield y
    except ValueError as error:
        log.append(str(error))
    finally:
        log.append("out")


@contextlib.contextmanager
def without_gradients():
    with torch.no_grad():
        yield


def parts(x):
    whole = x + 1
    yield whole * 3
    yield whole * (yield 5)


def all_parts(x):
    yield from parts(x)


def fn(x):
    log = []
    with doubled(x, log) as y:
        z = y + 1
        torch._dynamo.graph_break()
        z = z * y
    with contextlib.suppress(KeyError), without_gradients():
        w = z * 2
        torch._dynamo.graph_break()
        z = w.sum() * z
    waiting = all_parts(z)
    first = next(waiting)
    torch._dynamo.graph_break()
    z = first + 1
    return z, next(waiting), waiting.send(x), w.requires_grad, torch.is_grad_enabled(), log


calls = [(torch.ones(2, requires_grad=True),), (torch.zeros(2, requires_grad=True),)]


# expect graphs
# graph 0
#   l_x_: input
#   y = mul(l_x_, 2)
#   z = add(y, 1)
#   return (y, z)
# graph 1
#   l_z_: input
#   l_y_: input
#   z = mul(l_z_, l_y_)
#   return (z,)
# graph 2
#   l_z_: input
#   _set_grad_enabled = _set_grad_enabled(False)
#   w = mul(l_z_, 2)
#   return (w,)
# graph 3
#   l_w_: input
#   l_z_: input
#   sum_1 = l_w_.sum()
#   z = mul(sum_1, l_z_)
#   return (z,)
# graph 4
#   l_z_: input
#   whole = add(l_z_, 1)
#   first = mul(whole, 3)
#   return (whole, first)
# graph 5
#   l_first_: input
#   z = add(l_first_, 1)
#   return (z,)
# expect breaks
# line 40: call of function graph_break: the program asks for a break
# contextlib.py: a generator that was made outside the compiled function
# line 44: call of function graph_break: the program asks for a break
# contextlib.py: a generator that was made outside the compiled function
# line 48: call of function graph_break: the program asks for a break
# line 50: a generator that was made outside the compiled function
# line 50: a generator that was made outside the compiled function
# line 50: a generator that was made outside the compiled function
