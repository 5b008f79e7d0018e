"""Functions of which torch's version gives another container, or the array itself, do as NumPy has it."""

import numpy as np


def fn(x):
    same = x.astype(np.float64)
    same += 1
    flat = x.flatten()
    flat[0] = 9
    _, s, _ = np.linalg.svd(x)
    return x, same, flat, np.split(x, 2), np.meshgrid(x[0], x[1]), np.tril_indices(2), type(np.linalg.svd(x)).__name__, s.shape, np.shape(x)


calls = [(np.arange(1.0, 9.0).reshape(2, 4),)]


# expect graphs
# graph 0
#   l_x_: input
#   wrapped_astype = wrapped_astype(l_x_, 'float64')
#   wrapped___iadd__ = wrapped___iadd__(wrapped_astype, 1)
#   wrapped_flatten = wrapped_flatten(l_x_)
#   wrapped___setitem__ = wrapped___setitem__(wrapped_flatten, 0, 9)
#   wrapped_svd = wrapped_svd(l_x_)
#   wrapped_split = wrapped_split(l_x_, 2)
#   getitem_3 = getitem(wrapped_split, 0)
#   getitem_4 = getitem(wrapped_split, 1)
#   wrapped___getitem__ = wrapped___getitem__(l_x_, 0)
#   wrapped___getitem___1 = wrapped___getitem__(l_x_, 1)
#   wrapped_meshgrid = wrapped_meshgrid(wrapped___getitem__, wrapped___getitem___1)
#   getitem_5 = getitem(wrapped_meshgrid, 0)
#   getitem_6 = getitem(wrapped_meshgrid, 1)
#   wrapped_tril_indices = wrapped_tril_indices(2)
#   getitem_7 = getitem(wrapped_tril_indices, 0)
#   getitem_8 = getitem(wrapped_tril_indices, 1)
#   wrapped_svd_1 = wrapped_svd(l_x_)
#   getitem_12 = getitem(wrapped_svd, 0)
#   getitem_13 = getitem(wrapped_svd_1, 0)
#   return (wrapped_astype, wrapped_flatten, getitem_3, getitem_4, getitem_5, getitem_6, getitem_7, getitem_8, getitem_12, getitem_13)
# expect breaks
