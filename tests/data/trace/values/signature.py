"""Signatures of functions and methods are read while tracing; marked functions run once."""

import inspect

import torch


def helper(a, b, *rest, c=1, **named):
    return a


class Model(torch.nn.Module):
    def chunk(self, hidden, other=None):
        return hidden * 2

    def forward(self, x):
        names = list(inspect.signature(helper).parameters)
        parameters = inspect.signature(self.chunk).parameters
        default = parameters["other"].default
        return self.chunk(x) + len(parameters), names, default


model = Model()
calls = [(torch.randn(2),), (torch.randn(2),)]


# expect graphs
# graph 0
#   l_x_: input
#   mul = mul(l_x_, 2)
#   add = add(mul, 2)
#   return (add,)
# expect breaks
