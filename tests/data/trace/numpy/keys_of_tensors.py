"""Arrays as keys of tensors, alone and in tuples."""

import numpy as np
import torch


def fn(x, rows, mask):
    y = x.clone()
    y[rows] = 5
    y[mask, np.array([0])] = 7.0
    return x[rows], x[mask], x[:, np.arange(2)], x[rows.astype(np.int32), 1:], x[rows, rows], y


options = dict(fullgraph=True)
calls = [(torch.arange(9.0).reshape(3, 3) + k, np.array([0, 2 - k]), np.array([True, False, k == 1])) for k in (0, 1)]


# expect graphs
# graph 0
#   l_x_: input
#   l_rows_: input
#   l_mask_: input
#   y = l_x_.clone()
#   setitem = setitem(y, l_rows_, 5)
#   wrapped_array = wrapped_array([0])
#   setitem_1 = setitem(y, (l_mask_, wrapped_array), 7.0)
#   getitem = getitem(l_x_, l_rows_)
#   getitem_1 = getitem(l_x_, l_mask_)
#   wrapped_arange = wrapped_arange(2)
#   getitem_2 = getitem(l_x_, (slice(None, None, None), wrapped_arange))
#   wrapped_astype = wrapped_astype(l_rows_, 'int32')
#   to = wrapped_astype.to(torch.int64)
#   getitem_3 = getitem(l_x_, (to, slice(1, None, None)))
#   getitem_4 = getitem(l_x_, (l_rows_, l_rows_))
#   return (getitem, getitem_1, getitem_2, getitem_3, getitem_4, y)
# expect breaks
