"""NumPy's functions are nodes of one graph, its arrays inputs and outputs of it."""

import numpy as np


def fn(x, y):
    z = np.sum(np.multiply(x[:, None], y), axis=1)
    return z, np.stack([z, x]).T, (np.linalg.norm(y, axis=0) + np.pi).astype(np.float32)


calls = [(np.arange(4.0), np.ones((4, 3))), (np.ones(4), np.arange(12.0).reshape(4, 3))]


# expect graphs
# graph 0
#   l_x_: input
#   l_y_: input
#   wrapped___getitem__ = wrapped___getitem__(l_x_, (slice(None, None, None), None))
#   wrapped_multiply = wrapped_multiply(wrapped___getitem__, l_y_)
#   wrapped_sum = wrapped_sum(wrapped_multiply, axis=1)
#   wrapped_stack = wrapped_stack([wrapped_sum, l_x_])
#   wrapped_transpose = wrapped_transpose(wrapped_stack)
#   wrapped_norm = wrapped_norm(l_y_, axis=0)
#   wrapped___add__ = wrapped___add__(wrapped_norm, 3.141592653589793)
#   wrapped_astype = wrapped_astype(wrapped___add__, 'float32')
#   return (wrapped_sum, wrapped_transpose, wrapped_astype)
# expect breaks
