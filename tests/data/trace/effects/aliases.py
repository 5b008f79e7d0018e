"""What is one object stays one object."""

import torch


def fn(x, a, b):
    a.append(x + 1)
    return a, a is b, [a, a]


shared = [1]
calls = [(torch.randn(2), shared, shared), (torch.randn(2), [1], [1])]


# expect graphs
# graph 0
#   l_x_: input
#   add = add(l_x_, 1)
#   return (add,)
# graph 1
#   l_x_: input
#   add = add(l_x_, 1)
#   return (add,)
# expect breaks
# expect guards
# fn
#   ___check_global_state()
#   ___check_type_id(L['a'], …), type=<class 'list'>
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['x'], {})
#   len(L['a']) == 1
#   L['b'] is L['a']
# fn: another entry
#   - L['b'] is L['a']
#   + ___check_type_id(L['b'], …), type=<class 'list'>
#   + len(L['b']) == 1
#   + check_no_aliasing(L['a'], L['b'])
