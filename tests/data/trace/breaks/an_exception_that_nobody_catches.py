"""A frame that an exception leaves is captured up to the instruction that raises it, and cached."""

import torch


def check(x, limit):
    y = x * 2
    if limit < 0:
        raise ValueError(f"limit is {limit}")
    return y + limit


def fn(x, limits, log):
    log.append(len(limits))
    for limit in limits:
        x = check(x, limit)
    log.append("done")
    return x


calls = [
    (torch.ones(3), [1, 2], []),
    (torch.ones(3), [1, -2], []),
    (torch.ones(3), [1, -2], []),
    (torch.ones(3), [1, 2], []),
]


# expect graphs
# graph 0
#   l_x_: input
#   y = mul(l_x_, 2)
#   x = add(y, 1)
#   y_1 = mul(x, 2)
#   x_1 = add(y_1, 2)
#   return (x_1,)
# graph 1
#   l_x_: input
#   y = mul(l_x_, 2)
#   add = add(y, 1)
#   return (add,)
# expect breaks
# line 16: a graph break in a loop, whose calls are captured on their own: the traced program raises a ValueError object: limit is -2
# line 9: the traced program raises a ValueError object: limit is -2
# line 16: a graph break in a loop, whose calls are captured on their own: the traced program raises a ValueError object: limit is -2
# expect guards
# fn
#   ___check_global_state()
#   ___check_type_id(L['log'], …), type=<class 'list'>
#   ___check_type_id(L['limits'], …), type=<class 'list'>
#   len(L['limits']) == 2
#   ___dict_contains('check', G)
#   ___check_obj_id(G['check'].__code__, …)
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[3], stride=[1])
#   check_marks(L['x'], {})
#   L['limits'][0] == 1
#   L['limits'][1] == 2
#   check_no_aliasing(L['limits'], L['log'])
#   builtins: len
# check
#   ___check_global_state()
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[3], stride=[1])
#   check_marks(L['x'], {})
#   L['limit'] == 1
# check: another entry
#   - L['limit'] == 1
#   + ___is_int(L['limit']) == True
#   + L['limit'] < 0
#   + L['limit'] == -2
#   + builtins: ValueError
