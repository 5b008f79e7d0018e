"""Classes are asked for `__torch_function__` as their instances are, and so is what is no tensor."""

import torch


class Answers:
    @classmethod
    def __torch_function__(cls, function, types, args=(), kwargs=None):
        return 1


class Sub(torch.Tensor):
    pass


class Plain:
    pass


def fn(x):
    things = [int, 3, None, x, torch.Tensor, torch.nn.Parameter, Sub, Answers, Answers(), Plain, Plain(), torch.add]
    found = [torch.overrides.is_tensor_like(thing) for thing in things]
    return x + 1, found, [torch.overrides.has_torch_function((thing,)) for thing in things], torch.overrides.has_torch_function([int, Sub])


calls = [(torch.ones(2),)] * 2


# expect graphs
# graph 0
#   l_x_: input
#   add = add(l_x_, 1)
#   return (add,)
# expect breaks
