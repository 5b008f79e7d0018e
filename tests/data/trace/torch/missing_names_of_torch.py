"""A name that torch lacks is looked for in the module's `__getattr__`, which raises an AttributeError."""

import torch


def fn(x):
    try:
        torch.no_such_name
    except AttributeError as error:
        text = str(error)
    return x + getattr(torch, "no_such_name", 3), hasattr(torch, "no_such_name"), hasattr(torch, "ones"), text


calls = [(torch.ones(2),), (torch.zeros(2),)]


# expect graphs
# graph 0
#   l_x_: input
#   add = add(l_x_, 3)
#   return (add,)
# expect breaks
