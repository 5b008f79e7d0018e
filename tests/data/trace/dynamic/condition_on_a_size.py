"""A branch on a size is a guard on it."""

import torch


def fn(a):
    if a.shape[0] * 2 < 16:
        return a
    return a + 1


options = dict(dynamic=True)
calls = [(torch.zeros(n),) for n in (8, 9, 500, 7, 3)]


# expect graphs
# graph 0
#   s97: input
#   l_a_: input
#   add = add(l_a_, 1)
#   return (add,)
# expect breaks
# expect guards
# fn
#   ___check_global_state()
#   check_tensor(L['a'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[None], stride=[1])
#   check_marks(L['a'], {0: perhaps dynamic})
#   2 <= L['a'].size()[0]
#   2*L['a'].size()[0] >= 16
#   of libraries: 2
# fn: another entry
#   - 2*L['a'].size()[0] >= 16
#   + 2*L['a'].size()[0] < 16
