"""Methods with a trailing underscore, item stores and augmented assignment change the tensor in the graph."""

import torch


def fn(x):
    x.add_(1)
    x[0] = 5
    x[:, 1] += 2
    y = x.clone()
    y *= 2
    return y, x.T, x.mT, x[0]


calls = [(torch.arange(6.0).reshape(2, 3),)]


# expect graphs
# graph 0
#   l_x_: input
#   add_ = l_x_.add_(1)
#   setitem = setitem(l_x_, 0, 5)
#   getitem = getitem(l_x_, (slice(None, None, None), 1))
#   iadd = iadd(getitem, 2)
#   setitem_1 = setitem(l_x_, (slice(None, None, None), 1), iadd)
#   y = l_x_.clone()
#   y_1 = imul(y, 2)
#   permute = l_x_.permute(1, 0)
#   transpose = l_x_.transpose(-2, -1)
#   getitem_1 = getitem(l_x_, 0)
#   return (y_1, permute, transpose, getitem_1)
# expect breaks
