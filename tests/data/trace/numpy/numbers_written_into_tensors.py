"""A number that NumPy computed, written into a tensor."""

import numpy as np
import torch


def fn(x):
    constant = np.log(np.exp(1 - 1e-3) - 1)
    y = torch.zeros(3, 4)
    y[..., 0] = constant
    torch._dynamo.graph_break()
    y[..., -1] = constant
    return x + y


calls = [(torch.ones(3, 4),)] * 2


# expect graphs
# graph 0
#   y = zeros(3, 4)
#   setitem = setitem(y, (Ellipsis, 0), 0.5397424172369522)
#   return (y,)
# graph 1
#   l_y_: input
#   l_constant_: input
#   l_x_: input
#   setitem = setitem(l_y_, (Ellipsis, -1), l_constant_)
#   add = add(l_x_, l_y_)
#   return (add,)
# expect breaks
# line 11: call of function graph_break: the program asks for a break
