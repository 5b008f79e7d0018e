"""What a tensor says of itself needs no operator of the graph."""

import torch


def fn(x):
    told = (
        x.shape, x.size(), x.size(0), x.size(-1), x.dim(), x.ndim, x.numel(), x.dtype, x.device, x.requires_grad, x.is_cuda,
        x.stride(), x.is_contiguous(), len(x), x.is_floating_point(), x.element_size(), x.shape[1:], list(x.shape),
        x.shape.numel(), x.layout, x.itemsize, isinstance(x, torch.Tensor), torch.is_tensor(x), type(x) is torch.Tensor,
        torch.finfo(x.dtype).max, x.device.type, x.dtype.is_floating_point,
    )
    return x + 1, told


calls = [(torch.randn(2, 3),)]


# expect graphs
# graph 0
#   l_x_: input
#   add = add(l_x_, 1)
#   return (add,)
# expect breaks
