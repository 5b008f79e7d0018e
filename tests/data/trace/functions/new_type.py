"""Calling a NewType gives back its argument."""

import typing

import torch

Index = typing.NewType("Index", int)


def fn(x, at):
    return x[Index(at)] * Index(2)


calls = [(torch.arange(3.0), 1)]


# expect graphs
# graph 0
#   l_x_: input
#   getitem = getitem(l_x_, 1)
#   mul = mul(getitem, 2)
#   return (mul,)
# expect breaks
# expect guards
# fn
#   ___check_global_state()
#   ___dict_contains('Index', G)
#   ___check_type_id(G['Index'], …), type=<class 'typing.NewType'>
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[3], stride=[1])
#   check_marks(L['x'], {})
#   L['at'] == 1
#   of libraries: 2
