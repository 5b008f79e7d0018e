"""In-place operators on arguments, on views of them, and on new tensors."""

import torch


def fn(x, y):
    x.add_(1)
    y[0].mul_(2)
    z = torch.zeros(3)
    z += x
    x.copy_(y.sum(0))
    return z, x, y.view(-1)


calls = [(torch.randn(3), torch.randn(2, 3)), (torch.randn(3), torch.randn(2, 3))]


# expect graphs
# graph 0
#   l_x_: input
#   l_y_: input
#   add_ = l_x_.add_(1)
#   getitem = getitem(l_y_, 0)
#   mul_ = getitem.mul_(2)
#   z = zeros(3)
#   z_1 = iadd(z, add_)
#   sum_1 = l_y_.sum(0)
#   copy_ = add_.copy_(sum_1)
#   view = l_y_.view(-1)
#   return (z_1, view)
# expect breaks
