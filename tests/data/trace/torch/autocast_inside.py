"""Autocast switched on inside: dtypes and answers are those of autocast; a set of other items is another set."""

import torch


def fn(x, items):
    with torch.autocast("cpu", dtype=torch.bfloat16):
        product = x @ x
        inside = torch.is_autocast_enabled("cpu")
    items.add(5)
    items.discard(1)
    return product.dtype, product, inside, torch.is_autocast_enabled("cpu"), x @ x, sorted(items)


calls = lambda: [(torch.ones(2, 2), {1, 2}), (torch.ones(2, 2), {1, 2}), (torch.ones(2, 2), set())]  # noqa: E731


# expect graphs
# graph 0
#   l_x_: input
#   _enter_autocast = _enter_autocast('cpu', torch.bfloat16, True, True)
#   product = matmul(l_x_, l_x_)
#   _exit_autocast = _exit_autocast(_enter_autocast)
#   matmul_1 = matmul(l_x_, l_x_)
#   return (product, matmul_1)
# graph 1
#   l_x_: input
#   _enter_autocast = _enter_autocast('cpu', torch.bfloat16, True, True)
#   product = matmul(l_x_, l_x_)
#   _exit_autocast = _exit_autocast(_enter_autocast)
#   matmul_1 = matmul(l_x_, l_x_)
#   return (product, matmul_1)
# expect breaks
