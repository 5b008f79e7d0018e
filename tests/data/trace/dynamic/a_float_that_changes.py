"""A float that changes from call to call is computed by the graph, of a tensor that holds it."""

import torch


def fn(x, scale, options):
    rate = scale * 2
    y = x * rate + options["shift"]
    return y.clamp(max=rate), rate, -scale, scale


calls = [(torch.arange(4.0), 0.25 + n, {"shift": 0.5 * n}) for n in range(5)]


# expect graphs
# graph 0
#   l_x_: input
#   mul = mul(l_x_, 0.5)
#   y = add(mul, 0.0)
#   clamp = y.clamp(max=0.5)
#   return (clamp,)
# graph 1
#   l_scale_: input
#   l_x_: input
#   l_options_shift_: input
#   item = l_scale_.item()
#   mul = mul(item, 2)
#   mul_1 = mul(l_x_, mul)
#   item_1 = l_options_shift_.item()
#   y = add(mul_1, item_1)
#   clamp = y.clamp(max=mul)
#   return (clamp,)
# expect breaks
# expect guards
# fn
#   ___check_global_state()
#   L['scale'] == 0.25
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[4], stride=[1])
#   check_marks(L['x'], {})
#   ___check_type_id(L['options'], …), type=<class 'dict'>
#   ___dict_contains('shift', L['options'])
#   L['options']['shift'] == 0.0
#   of libraries: 2
# fn: another entry
#   - L['scale'] == 0.25
#   - L['options']['shift'] == 0.0
#   + ___check_type_id(L['scale'], …), type=<class 'float'>
#   + ___check_type_id(L['options']['shift'], …), type=<class 'float'>
