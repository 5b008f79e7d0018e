"""A union of classes is asked as a tuple of them is."""

import torch

OPTIONAL = int | None


def fn(x, number):
    answers = [isinstance(number, int | str), isinstance(number, str | list), isinstance(None, OPTIONAL)]
    answers += [isinstance(number, (str, (float, OPTIONAL))), issubclass(bool, OPTIONAL), issubclass(str, OPTIONAL)]
    return x + 1, answers


calls = [(torch.arange(3.0), 3), (torch.arange(3.0), "three")]


# expect graphs
# graph 0
#   l_x_: input
#   add = add(l_x_, 1)
#   return (add,)
# graph 1
#   l_x_: input
#   add = add(l_x_, 1)
#   return (add,)
# expect breaks
