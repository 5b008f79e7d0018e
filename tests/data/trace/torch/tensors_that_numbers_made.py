"""A tensor that numbers alone made may be a size; what is written to is not known any more."""

import torch


def fn(x):
    chunks = torch.div(512, 256, rounding_mode="trunc") - 1
    y = x.new_zeros((2, chunks + 1))
    view = chunks.view(1)
    view.add_(2)
    return y, x.new_zeros((2, chunks)), chunks


calls = [(torch.randn(3),)] * 2


# expect graphs
# graph 0
#   l_x_: input
#   div = div(512, 256, rounding_mode='trunc')
#   chunks = sub(div, 1)
#   add = add(chunks, 1)
#   y = l_x_.new_zeros((2, add))
#   view_1 = chunks.view(1)
#   add_ = view_1.add_(2)
#   return (y, chunks)
# expect breaks
# line 11: a result whose size depends on the data (capture_dynamic_output_shape_ops is off)
