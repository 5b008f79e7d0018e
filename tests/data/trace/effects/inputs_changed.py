"""Writes to arguments happen once, in order, and to the same objects."""

import torch


def fn(x, items, d, seen):
    items.append(x + 1)
    items.insert(0, "first")
    items.extend([1, 2])
    items.pop()
    d.update(a=x)
    d.setdefault("b", []).append(3)
    d.pop("gone")
    seen.add(len(items))
    items.reverse()
    return items, d


calls = [(torch.randn(2), [5], {"gone": 1}, {0}), (torch.randn(2), [5], {"gone": 1}, {0})]


# expect graphs
# graph 0
#   l_x_: input
#   add = add(l_x_, 1)
#   return (add,)
# expect breaks
