"""A call that cannot be captured splits the graph; stack and variables survive."""

import torch


def fn(x, n):
    y = x + n
    parts = [y, print("between", n), y * 2]
    return parts[0] + parts[2], n


calls = [(torch.randn(2), 1), (torch.randn(2), 1)]


# expect graphs
# graph 0
#   l_x_: input
#   y = add(l_x_, 1)
#   return (y,)
# graph 1
#   l_y_: input
#   mul = mul(l_y_, 2)
#   add = add(l_y_, mul)
#   return (add,)
# expect breaks
# line 8: call of builtin_function_or_method print: it writes to a file
# expect guards
# fn
#   ___check_global_state()
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['x'], {})
#   L['n'] == 1
#   builtins: print
# resume_in_fn
#   ___check_global_state()
#   check_tensor(L['y'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['y'], {})
#   L['___stack0'] is L['y']
#   check_nothing_shows_when_let_go(L['___stack0'], L['___stack1'])
