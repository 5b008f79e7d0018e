"""A C method that is bound already when it comes in is the method of its receiver's class, of either kind that C has."""

import re

import torch

find = re.compile("b+").search
upper = "abc".upper


def fn(x, text):
    return x + find(text).start() + len(upper())


calls = [(torch.randn(3), "abbc"), (torch.randn(3), "abbc")]


# expect graphs
# graph 0
#   l_x_: input
#   add = add(l_x_, 1)
#   add_1 = add(add, 3)
#   return (add_1,)
# expect breaks
# expect guards
# fn
#   ___check_global_state()
#   ___dict_contains('find', G)
#   ___check_obj_id(G['find'], …), value=<builtin_method search>
#   ___check_obj_id(G['find'].__self__, …), value=<re.Pattern object>
#   L['text'] == 'abbc'
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[3], stride=[1])
#   check_marks(L['x'], {})
#   ___dict_contains('upper', G)
#   ___check_obj_id(G['upper'], …), value=<builtin_function_or_method upper>
#   G['upper'].__self__ == 'abc'
#   builtins: len
