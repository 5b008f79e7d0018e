"""A deque says its maxlen by an int that is made at each reading: one entry serves all calls."""

from collections import deque

import torch


def fn(x, queue):
    return x * queue.maxlen + len(queue)


queue = deque([1, 2], maxlen=10_000)
calls = [(torch.randn(3), queue), (torch.randn(3), queue), (torch.randn(3), queue)]


# expect graphs
# graph 0
#   l_x_: input
#   mul = mul(l_x_, 10000)
#   add = add(mul, 2)
#   return (add,)
# expect breaks
# expect guards
# fn
#   ___check_global_state()
#   ___check_type_id(L['queue'], …), type=<class 'collections.deque'>
#   len(L['queue']) == 2
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[3], stride=[1])
#   check_marks(L['x'], {})
#   L['queue'].maxlen == 10000
#   builtins: len
