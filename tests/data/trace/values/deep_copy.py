"""Deep copies of objects and containers, made while tracing; `id` as the key of a dict."""

import copy

import torch


class Settings:
    def __init__(self):
        self.sizes = [1, 2]
        self.names = {"a": (3, 4)}
        self.again = self.sizes
        self.dtype = torch.float32


def fn(x, settings):
    copied = copy.deepcopy(settings)
    copied.sizes.append(5)
    seen = {id(copied): 1, id(settings): 2}
    shared = copied.again is copied.sizes
    return x * sum(copied.sizes) * seen[id(settings)], copied.names, shared, settings.sizes


calls = [(torch.randn(2), Settings())]


# expect graphs
# graph 0
#   l_x_: input
#   mul = mul(l_x_, 8)
#   mul_1 = mul(mul, 2)
#   return (mul_1,)
# expect breaks
