"""A module that counts its calls and replaces a buffer."""

import torch


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("last", torch.zeros(3))
        self.calls = 0

    def forward(self, x):
        self.calls += 1
        self.last = x.detach() + self.last
        return x * self.calls


model = Model()
calls = [(torch.randn(3),), (torch.randn(3),), (torch.randn(3),)]


# expect graphs
# graph 0
#   l_x_: input
#   l_self_buffers_last_: input
#   detach = l_x_.detach()
#   add = add(detach, l_self_buffers_last_)
#   mul = mul(l_x_, 1)
#   return (mul, add)
# graph 1
#   l_x_: input
#   l_self_buffers_last_: input
#   detach = l_x_.detach()
#   add = add(detach, l_self_buffers_last_)
#   mul = mul(l_x_, 2)
#   return (mul, add)
# graph 2
#   l_x_: input
#   l_self_buffers_last_: input
#   detach = l_x_.detach()
#   add = add(detach, l_self_buffers_last_)
#   mul = mul(l_x_, 3)
#   return (mul, add)
# expect breaks
