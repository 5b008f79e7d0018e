"""Items set in lists, dicts and tensors; slices of lists."""

import torch


def fn(x, items, d):
    y = x.clone()
    y[0] = 1.0
    y[1:] += 2
    items[0] = y
    items[1:3] = [7, 8, 9]
    d["new"] = x
    d["old"] += 1
    return y


calls = [(torch.randn(3), [1, 2, 3], {"old": 1})]


# expect graphs
# graph 0
#   l_x_: input
#   y = l_x_.clone()
#   setitem = setitem(y, 0, 1.0)
#   getitem = getitem(y, slice(1, None, None))
#   iadd = iadd(getitem, 2)
#   setitem_1 = setitem(y, slice(1, None, None), iadd)
#   return (y,)
# expect breaks
