"""Dates and durations are constants: what their methods give depends on their values alone."""

import datetime

import torch


def fields(day, length):
    return day.month, day.day, length.seconds, length.microseconds


def fn(x, day, length):
    later = day + 2 * length
    since = later - datetime.date(2024, 1, 1)
    if since > datetime.timedelta(weeks=1) and later.replace(day=1) < day:
        x = x + since.days
    return x * (later.year - 2000) / length.total_seconds(), since, later.isoformat(), hash(day) == hash(later), -length, fields(later, length)


calls = [
    (torch.ones(2), datetime.date(2024, 2, 3), datetime.timedelta(days=4)),
    (torch.ones(2), datetime.date(2024, 2, 3), datetime.timedelta(hours=96)),
    (torch.ones(2), datetime.date(2024, 2, 3), datetime.timedelta(days=1)),
]


# expect graphs
# graph 0
#   l_x_: input
#   x = add(l_x_, 41)
#   mul = mul(x, 24)
#   truediv = truediv(mul, 345600.0)
#   return (truediv,)
# graph 1
#   l_x_: input
#   x = add(l_x_, 35)
#   mul = mul(x, 24)
#   truediv = truediv(mul, 86400.0)
#   return (truediv,)
# expect breaks
# expect guards
# fn
#   ___check_global_state()
#   L['length'] == datetime.timedelta(days=4)
#   L['day'] == datetime.date(2024, 2, 3)
#   ___dict_contains('datetime', G)
#   ___check_obj_id(G['datetime'], …), value=<module datetime>
#   ___check_type_id(G['datetime'], …), type=<class 'module'>
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['x'], {})
#   ___dict_contains('fields', G)
#   ___check_obj_id(G['fields'].__code__, …)
#   builtins: hash
#   of libraries: 4
# fn: another entry
#   - L['length'] == datetime.timedelta(days=4)
#   + L['length'] == datetime.timedelta(days=1)
