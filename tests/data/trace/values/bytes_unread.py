"""Of bytes that keep changing, what is asked is guarded: their length, a truth, whether they are certain ones."""

import torch


def fn(x, data):
    y = x * len(data)
    if data.startswith(b"a"):
        y = y + 1
    if b"q" in data:
        y = y + 2
    if data == b"stop":
        y = y + 4
    return y


calls = [
    (torch.ones(2), b"abcd"),
    (torch.ones(2), b"aefg"),
    (torch.ones(2), b"ahij"),
    (torch.ones(2), b"aklm"),
    (torch.ones(2), b"aqno"),
    (torch.ones(2), b"stop"),
    (torch.ones(2), b"xyz"),
]


# expect graphs
# graph 0
#   l_x_: input
#   y = mul(l_x_, 4)
#   y_1 = add(y, 1)
#   return (y_1,)
# graph 1
#   l_x_: input
#   y = mul(l_x_, 4)
#   y_1 = add(y, 1)
#   return (y_1,)
# graph 2
#   l_x_: input
#   y = mul(l_x_, 4)
#   y_1 = add(y, 1)
#   y_2 = add(y_1, 2)
#   return (y_2,)
# graph 3
#   l_x_: input
#   y = mul(l_x_, 4)
#   y_1 = add(y, 4)
#   return (y_1,)
# graph 4
#   l_x_: input
#   y = mul(l_x_, 3)
#   return (y,)
# expect breaks
# expect guards
# fn
#   ___check_global_state()
#   L['data'] == b'abcd'
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['x'], {})
#   builtins: len
# fn: another entry
#   - L['data'] == b'abcd'
#   + ___check_type_id(L['data'], …), type=<class 'bytes'>
#   + len(L['data']) == 4
#   + ___tells(L['data'], <tuple object>)
#   + not ___tells(L['data'], <tuple object>)
#   + (L['data'] == b'stop') == False
# fn: another entry
#   - not ___tells(L['data'], <tuple object>)
# fn: another entry
#   - ___tells(L['data'], <tuple object>)
#   - ___tells(L['data'], <tuple object>)
#   - (L['data'] == b'stop') == False
#   + not ___tells(L['data'], <tuple object>)
#   + not ___tells(L['data'], <tuple object>)
#   + (L['data'] == b'stop') == True
# fn: another entry
#   - len(L['data']) == 4
#   - (L['data'] == b'stop') == True
#   + len(L['data']) == 3
#   + (L['data'] == b'stop') == False
