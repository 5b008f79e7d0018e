"""A deque made while tracing keeps to its length, and can be returned."""

from collections import deque

import torch


def fn(x):
    queue = deque([x, x + 1], maxlen=3)
    queue.append(x + 2)
    queue.append(x + 3)
    queue.appendleft(x - 1)
    return queue.popleft() + len(queue), queue


calls = [(torch.randn(2),)]


# expect graphs
# graph 0
#   l_x_: input
#   add = add(l_x_, 1)
#   add_1 = add(l_x_, 2)
#   sub = sub(l_x_, 1)
#   add_3 = add(sub, 2)
#   return (add_3, add, add_1)
# expect breaks
# expect guards
# fn
#   ___check_global_state()
#   ___dict_contains('deque', G)
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['x'], {})
#   ___check_obj_id(G['deque'], …), value=<class 'collections.deque'>
#   builtins: len
