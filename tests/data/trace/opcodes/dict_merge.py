"""Keyword arguments from several dicts, and their clash."""

import torch


def callee(x, **kwargs):
    return x + sum(kwargs.values()), kwargs


def fn(x, a, b):
    return callee(x, **a, **b)


calls = [(torch.randn(2), {"p": 1}, {"q": 2}), (torch.randn(2), {"p": 1}, {"p": 2})]


# expect graphs
# graph 0
#   l_x_: input
#   add = add(l_x_, 3)
#   return (add,)
# expect breaks
# line 11: the traced program raises a TypeError object: case_dict_merge_py.callee() got multiple values for keyword argument 'p'
