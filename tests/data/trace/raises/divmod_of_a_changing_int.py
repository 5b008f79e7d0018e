"""divmod of an int that changes and of what is no number: the error names divmod, not the operator `//`."""

import datetime

import torch


def fn(x, number, other):
    try:
        return x + 1, divmod(number, other)
    except TypeError as error:
        return x - 1, str(error)


calls = [
    (torch.ones(2), 5, "a"),
    (torch.ones(2), 6, None),
    (torch.ones(2), 7, datetime.timedelta(1)),
    (torch.ones(2), 8, 3),
]


# expect graphs
# graph 0
#   l_x_: input
#   sub = sub(l_x_, 1)
#   return (sub,)
# graph 1
#   l_x_: input
#   sub = sub(l_x_, 1)
#   return (sub,)
# graph 2
#   l_x_: input
#   sub = sub(l_x_, 1)
#   return (sub,)
# graph 3
#   l_x_: input
#   l_number_: input
#   add = add(l_x_, 1)
#   floordiv = floordiv(l_number_, 3)
#   mod = mod(l_number_, 3)
#   return (add, floordiv, mod)
# expect breaks
# expect guards
# fn
#   ___check_global_state()
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['x'], {})
#   L['number'] == 5
#   L['other'] == 'a'
#   builtins: TypeError, divmod, str
# fn: another entry
#   - L['number'] == 5
#   - L['other'] == 'a'
#   - builtins: TypeError, divmod, str
#   + ___is_int(L['number']) == True
#   + ___check_obj_id(L['other'], …), value=None
#   + builtins: TypeError, bool, divmod, float, getattr, int, str, type
#   + of libraries: 13
# fn: another entry
#   - ___check_obj_id(L['other'], …), value=None
#   - builtins: TypeError, bool, divmod, float, getattr, int, str, type
#   - of libraries: 13
#   + L['other'] == datetime.timedelta(days=1)
#   + L['number'] == 7
#   + builtins: NotImplemented, TypeError, bool, divmod, float, getattr, int, str, type
#   + of libraries: 14
# fn: another entry
#   - L['other'] == datetime.timedelta(days=1)
#   - L['number'] == 7
#   - builtins: NotImplemented, TypeError, bool, divmod, float, getattr, int, str, type
#   - of libraries: 14
#   + L['other'] == 3
#   + builtins: divmod
