"""A branch on data is taken by Python; either way is a graph of its own."""

import torch


def fn(x):
    y = x * 2
    if y.sum() > 0:
        return y + 1
    return y - 1


calls = [(torch.ones(3),), (-torch.ones(3),), (torch.ones(3),)]


# expect graphs
# graph 0
#   l_x_: input
#   y = mul(l_x_, 2)
#   sum_1 = y.sum()
#   gt = gt(sum_1, 0)
#   return (gt, y)
# graph 1
#   l_y_: input
#   add = add(l_y_, 1)
#   return (add,)
# graph 2
#   l_y_: input
#   sub = sub(l_y_, 1)
#   return (sub,)
# expect breaks
# line 8: data-dependent branch: the truth of a tensor is known only when it is computed
# expect guards
# fn
#   ___check_global_state()
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[3], stride=[1])
#   check_marks(L['x'], {})
#   of libraries: 2
# resume_in_fn
#   ___check_global_state()
#   check_tensor(L['y'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[3], stride=[1])
#   check_marks(L['y'], {})
# resume_in_fn
#   ___check_global_state()
#   check_tensor(L['y'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[3], stride=[1])
#   check_marks(L['y'], {})
