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
