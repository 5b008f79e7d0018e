"""Exceptions raised and caught in the traced program."""

import torch


class Own(Exception):
    pass


def thrower(n):
    if n == 1:
        raise ValueError("one")
    if n == 2:
        raise Own("two", 2)
    return n


def fn(x, n):
    try:
        k = thrower(n)
    except ValueError as error:
        k = len(str(error))
    except (KeyError, Own) as error:
        k = error.args[1]
    else:
        k = k + 10
    finally:
        x = x + 1
    return x * k


calls = [(torch.randn(2), 0), (torch.randn(2), 1), (torch.randn(2), 2)]


# expect graphs
# graph 0
#   l_x_: input
#   x = add(l_x_, 1)
#   mul = mul(x, 10)
#   return (mul,)
# graph 1
#   l_x_: input
#   x = add(l_x_, 1)
#   mul = mul(x, 3)
#   return (mul,)
# graph 2
#   l_x_: input
#   x = add(l_x_, 1)
#   mul = mul(x, 2)
#   return (mul,)
# expect breaks
