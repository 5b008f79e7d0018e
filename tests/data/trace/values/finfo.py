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
