"""An OrderedDict, an exception or a partial whose `__dict__` nothing has asked for yet is like any other: a fresh one
at each call compiles nothing anew."""

from collections import OrderedDict

import torch


def case(t):
    def values(d, x):
        return [v + 1 for v in d.values()], x * 2

    compiled = t.compile(values)
    for touched in (False, True, False, False):
        d = OrderedDict(a=torch.ones(2))
        if touched:
            d.__dict__
        t.equal(compiled(d, torch.ones(3)), values(d, torch.ones(3)))
    t.equal(len(t.graphs), 1)


# expect guards
# case.<locals>.values
#   ___check_global_state()
#   ___check_type_id(L['d'], …), type=<class 'collections.OrderedDict'>
#   not ___dict_contains('values', L['d'].__dict__)
#   list(L['d'].keys()) == ['a']
#   check_tensor(L['d']['a'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['d']['a'], {})
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[3], stride=[1])
#   check_marks(L['x'], {})
#   check_no_aliasing(L['d']['a'], L['x'])
#   of libraries: 1
