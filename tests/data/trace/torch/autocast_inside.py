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
#   matmul = matmul(l_x_, l_x_)
#   return (matmul,)
# graph 1
#   l_x_: input
#   matmul = matmul(l_x_, l_x_)
#   return (matmul,)
# graph 2
#   l_x_: input
#   matmul = matmul(l_x_, l_x_)
#   return (matmul,)
# expect breaks
# autocast_mode.py: autocast is switched on
# line 9: which kind of autocast is switched on
# autocast_mode.py: autocast is switched off
