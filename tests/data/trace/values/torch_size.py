"""torch.Size: arithmetic, unpacking, comparisons, numel."""

import torch


def fn(x):
    rows, columns = x.shape
    shape = x.shape[:-1] + (2, columns // 2)
    return x.view(shape), x.size(-1) == columns, x.shape.numel(), torch.Size([rows]) + x.shape, len(x.size()), x.dim()


calls = [(torch.randn(3, 4),)]


# expect graphs
# graph 0
#   l_x_: input
#   view = l_x_.view((3, 2, 2))
#   return (view,)
# expect breaks
