"""A set from outside that got items is sorted, and its least and greatest item found, whatever its order is."""

import torch


def fn(x, numbers, names):
    numbers.add(16)
    names |= {"b", "c"}
    return x + max(numbers), sorted(numbers), sorted(names, reverse=True), min(names), max(set(), default=3)


calls = [(torch.ones(2), {8, 0, 3}, {"a", "d"}), (torch.ones(2), {8, 0, 3}, {"a", "d"})]


# expect graphs
# graph 0
#   l_x_: input
#   add = add(l_x_, 16)
#   return (add,)
# expect breaks
