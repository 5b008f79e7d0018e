"""A True among the positional arguments asks for work in place only where the function has a parameter for that."""

import torch
import torch.nn.functional as F


def fn(x):
    x.sum(0, True)
    torch.sort(x, 0, True)
    F.dropout(x, 0.5, False, True)
    F.threshold(x, 2.0, 7.0, True)
    return x * 2


calls = [(torch.arange(4.0),), (torch.arange(4.0),)]


# expect graphs
# graph 0
#   l_x_: input
#   _threshold = _threshold(l_x_, 2.0, 7.0, True)
#   mul = mul(l_x_, 2)
#   return (mul,)
# expect breaks
# expect guards
# fn
#   ___check_global_state()
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[4], stride=[1])
#   check_marks(L['x'], {})
#   not ___dict_contains('sum', L['x'].__dict__)
#   ___dict_contains('torch', G)
#   ___check_obj_id(G['torch'], …), value=<module torch>
#   ___check_type_id(G['torch'], …), type=<class 'module'>
#   ___dict_contains('F', G)
#   ___check_obj_id(G['F'], …), value=<module torch.nn.functional>
#   ___check_type_id(G['F'], …), type=<class 'module'>
#   of libraries: 8
