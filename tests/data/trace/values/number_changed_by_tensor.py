"""`total += tensor` where the total is a number: a new tensor, and nothing changes in place."""

import torch


def fn(x):
    total, scale = 0, 1.5
    for row in x:
        total += row
    scale *= total.sum()
    return total, scale


calls = [(torch.arange(6.0).reshape(2, 3),)]


# expect graphs
# graph 0
#   l_x_: input
#   unbind = l_x_.unbind(0)
#   row = getitem(unbind, 0)
#   row_1 = getitem(unbind, 1)
#   total = add(0, row)
#   total_1 = iadd(total, row_1)
#   sum_1 = total_1.sum()
#   scale = mul(1.5, sum_1)
#   return (total_1, scale)
# expect breaks
# expect guards
# fn
#   ___check_global_state()
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2, 3], stride=[3, 1])
#   check_marks(L['x'], {})
#   not ___dict_contains('dim', L['x'].__dict__)
#   not ___dict_contains('unbind', L['x'].__dict__)
#   builtins: iter
#   of libraries: 16
