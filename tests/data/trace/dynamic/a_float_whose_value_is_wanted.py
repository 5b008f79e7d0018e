"""Where more than arithmetic is done with a float, each value has an entry of its own; other floats stay symbols."""

import torch


def fn(x, limit, scale):
    if limit > 0.5:
        x = x + 1
    return x * scale, f"{limit:.1f}"


calls = [(torch.ones(3), limit, scale) for limit, scale in ((0.25, 0.1), (0.75, 0.2), (0.25, 0.3), (0.75, 0.4), (0.75, 0.5))]


# expect graphs
# graph 0
#   l_x_: input
#   mul = mul(l_x_, 0.1)
#   return (mul,)
# graph 1
#   l_x_: input
#   l_scale_: input
#   x = add(l_x_, 1)
#   item = l_scale_.item()
#   mul = mul(x, item)
#   return (mul,)
# graph 2
#   l_x_: input
#   l_scale_: input
#   item = l_scale_.item()
#   mul = mul(l_x_, item)
#   return (mul,)
# expect breaks
# expect guards
# fn
#   ___check_global_state()
#   L['limit'] == 0.25
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[3], stride=[1])
#   check_marks(L['x'], {})
#   L['scale'] == 0.1
# fn: another entry
#   - L['limit'] == 0.25
#   - L['scale'] == 0.1
#   + L['limit'] == 0.75
#   + ___check_type_id(L['scale'], …), type=<class 'float'>
# fn: another entry
#   - L['limit'] == 0.75
#   + L['limit'] == 0.25
