"""A subclass of OrderedDict with attributes, as libraries use for model outputs."""

from collections import OrderedDict

import torch


class ModelOutput(OrderedDict):
    def __getitem__(self, key):
        if isinstance(key, str):
            return dict(self.items())[key]
        return tuple(self.values())[key]


def fn(x):
    out = ModelOutput()
    out["first"] = x + 1
    out["second"] = x * 2
    return out, out[0] + out["second"], list(out.keys())


calls = [(torch.randn(2),)]


# expect graphs
# graph 0
#   l_x_: input
#   value = add(l_x_, 1)
#   value_1 = mul(l_x_, 2)
#   add_1 = add(value, value_1)
#   return (value, value_1, add_1)
# expect breaks
