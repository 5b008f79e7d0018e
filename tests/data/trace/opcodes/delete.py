"""`del` of variables, attributes, items and slices."""

import torch


class Box:
    pass


def fn(x, items, d):
    box = Box()
    box.value = x + 1
    y = box.value
    del box.value, items[0], d["gone"]
    z = y * 2
    del y
    return z, hasattr(box, "value"), items, d


calls = [(torch.randn(3), [1, 2, 3], {"gone": 1, "stays": 2})]


# expect graphs
# graph 0
#   l_x_: input
#   y = add(l_x_, 1)
#   z = mul(y, 2)
#   return (z,)
# expect breaks
