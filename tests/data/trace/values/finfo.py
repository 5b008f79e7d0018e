"""A torch.finfo that comes in is a constant; its fields are numbers."""

import torch


def fn(x, info):
    return x.clamp(min=info.eps) * info.bits


calls = [(torch.randn(3), torch.finfo(torch.float32)), (torch.randn(3), torch.finfo(torch.float32))]


# expect graphs
# graph 0
#   l_x_: input
#   clamp = l_x_.clamp(min=1.1920928955078125e-07)
#   mul = mul(clamp, 32)
#   return (mul,)
# graph 1
#   l_x_: input
#   clamp = l_x_.clamp(min=1.1920928955078125e-07)
#   mul = mul(clamp, 32)
#   return (mul,)
# expect breaks
# expect guards
# fn
#   ___check_global_state()
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[3], stride=[1])
#   check_marks(L['x'], {})
#   not ___dict_contains('clamp', L['x'].__dict__)
#   ___check_obj_id(L['info'], …), value=<torch.finfo object>
#   of libraries: 2
# fn: another entry
