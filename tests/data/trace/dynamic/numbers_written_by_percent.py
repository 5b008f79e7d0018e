"""A size in a text that `%` makes is fixed to what it is, alone or among others in a tuple."""

import torch


def fn(x, n):
    return x + 1, "%s-%d" % ("a", x.shape[0]), "%d" % n, "%d of %d" % (n, x.numel()), b"%d" % (n,), "%(n)d" % {"n": 3}


options = dict(fullgraph=True)
calls = [(torch.ones(k), k + 2) for k in (4, 5, 6)]


# expect graphs
# graph 0
#   l_x_: input
#   add = add(l_x_, 1)
#   return (add,)
# graph 1
#   l_x_: input
#   add = add(l_x_, 1)
#   return (add,)
# graph 2
#   l_x_: input
#   add = add(l_x_, 1)
#   return (add,)
# expect breaks
# expect guards
# fn
#   ___check_global_state()
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[4], stride=[1])
#   check_marks(L['x'], {})
#   L['n'] == 6
#   not ___dict_contains('numel', L['x'].__dict__)
#   of libraries: 3
# fn: another entry
#   - check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[4], stride=[1])
#   - check_marks(L['x'], {})
#   - L['n'] == 6
#   - of libraries: 3
#   + check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[None], stride=[1])
#   + check_marks(L['x'], {0: perhaps dynamic})
#   + ___is_int(L['n']) == True
#   + 2 <= L['x'].size()[0]
#   + L['x'].size()[0] == 5
#   + L['n'] == 7
#   + builtins: next, str, tuple, type
#   + of libraries: 18
# fn: another entry
#   - L['x'].size()[0] == 5
#   - L['n'] == 7
#   + L['x'].size()[0] == 6
#   + L['n'] == 8
