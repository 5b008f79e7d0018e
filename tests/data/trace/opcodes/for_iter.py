"""Loops over lists, dicts, ranges, zips, with `else`, `break` and `continue`."""

import torch


def fn(x, items, d):
    for i, (a, b) in enumerate(zip(items, items[1:])):
        if i == 1:
            continue
        x = x + a * b
    else:
        x = x * 2
    for key in d:
        x = x + len(key)
    for key, value in d.items():
        if value > 1:
            break
        x = x - value
    for i in reversed(range(0, 6, 2)):
        x = x + i
    return x


calls = [(torch.randn(3), [1, 2, 3, 4], {"a": 1, "bb": 2, "c": 3})]


# expect graphs
# graph 0
#   l_x_: input
#   x = add(l_x_, 2)
#   x_1 = add(x, 12)
#   x_2 = mul(x_1, 2)
#   x_3 = add(x_2, 1)
#   x_4 = add(x_3, 2)
#   x_5 = add(x_4, 1)
#   x_6 = sub(x_5, 1)
#   x_7 = add(x_6, 4)
#   x_8 = add(x_7, 2)
#   x_9 = add(x_8, 0)
#   return (x_9,)
# expect breaks
