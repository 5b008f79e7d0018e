"""An array that the program changes is changed for its caller; views share its memory."""

import numpy as np
import torch


def fn(x, y, t):
    x += 1
    x[0] = 5
    y[1:] *= 2
    np.copyto(y[:1], 7)
    np.add(x, y, out=x)
    shared = t.numpy()
    shared -= 1
    part = x[1:]
    part *= 3
    return x, torch.from_numpy(y)


calls = [(np.ones(3), np.arange(3.0), torch.ones(3)), (np.zeros(3), np.ones(3), torch.zeros(3))]


# expect graphs
# graph 0
#   l_x_: input
#   l_y_: input
#   l_t_: input
#   wrapped___iadd__ = wrapped___iadd__(l_x_, 1)
#   wrapped___setitem__ = wrapped___setitem__(l_x_, 0, 5)
#   wrapped___getitem__ = wrapped___getitem__(l_y_, slice(1, None, None))
#   wrapped___imul__ = wrapped___imul__(wrapped___getitem__, 2)
#   wrapped___setitem___1 = wrapped___setitem__(l_y_, slice(1, None, None), wrapped___getitem__)
#   wrapped___getitem___1 = wrapped___getitem__(l_y_, slice(None, 1, None))
#   wrapped_copyto = wrapped_copyto(wrapped___getitem___1, 7)
#   wrapped_add = wrapped_add(l_x_, l_y_, out=l_x_)
#   view_as = l_t_.view_as(l_t_)
#   wrapped___isub__ = wrapped___isub__(view_as, 1)
#   wrapped___getitem___2 = wrapped___getitem__(l_x_, slice(1, None, None))
#   wrapped___imul___1 = wrapped___imul__(wrapped___getitem___2, 3)
#   as_tensor = as_tensor(l_y_)
#   return (as_tensor,)
# expect breaks
