"""`Tensor.name` is None for every tensor that Python made."""

import torch


def fn(x):
    y = x * 2
    return y, x.name, y.name, torch.ones(1).name


calls = [(torch.ones(2),), (torch.ones(2, requires_grad=True),)]
options = {"fullgraph": True}


# expect graphs
# graph 0
#   l_x_: input
#   y = mul(l_x_, 2)
#   return (y,)
# graph 1
#   l_x_: input
#   y = mul(l_x_, 2)
#   return (y,)
# expect breaks
# expect guards
# fn
#   ___check_global_state()
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['x'], {})
#   ___dict_contains('torch', G)
#   ___check_obj_id(G['torch'], …), value=<module torch>
#   ___check_type_id(G['torch'], …), type=<class 'module'>
#   of libraries: 4
# fn: another entry
#   - check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])
#   + check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=True, size=[2], stride=[1])
