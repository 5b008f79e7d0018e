"""`in` and `not in` for dicts, lists, tuples, sets and texts."""

import torch


def fn(x, d):
    if "a" in d and "b" not in d and 3 in [1, 2, 3] and "el" in "hello" and 5 not in (1, 2) and 1 in {1, 2}:
        return x + 1
    return x - 1


calls = [(torch.randn(3), {"a": 1}), (torch.randn(3), {"b": 1})]


# expect graphs
# graph 0
#   l_x_: input
#   add = add(l_x_, 1)
#   return (add,)
# graph 1
#   l_x_: input
#   sub = sub(l_x_, 1)
#   return (sub,)
# expect breaks
