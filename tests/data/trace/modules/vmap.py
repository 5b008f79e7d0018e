"""vmap in a graph: levels begin and end there."""

import torch


def fn(x, y):
    return torch.vmap(lambda a, b: (a * b).sum() + a, in_dims=(0, None))(x, y), x.shape


calls = [(torch.randn(4, 3), torch.randn(3)), (torch.randn(4, 3), torch.randn(3))]


# expect graphs
# graph 0
#   l_x_: input
#   l_y_: input
#   _vmap_increment_nesting = _vmap_increment_nesting(4, 'error')
#   _add_batch_dim = _add_batch_dim(l_x_, 0, 1)
#   mul = mul(_add_batch_dim, l_y_)
#   sum_1 = mul.sum()
#   batched_outputs = add(sum_1, _add_batch_dim)
#   _remove_batch_dim = _remove_batch_dim(batched_outputs, 1, 4, 0)
#   _vmap_decrement_nesting = _vmap_decrement_nesting()
#   return (_remove_batch_dim,)
# expect breaks
