"""A branch on a float holds for all floats that compare alike."""

import torch


def fn(x, threshold, rate):
    if threshold > 0.5:
        x = x + threshold
    elif threshold == 0:
        x = x - 1
    return x / threshold if threshold else x, 1 / rate, rate >= 0.25


calls = [(torch.ones(3), t, r) for t, r in ((0.1, 0.5), (0.6, 0.75), (0.9, 1.5), (0.0, 0.3), (0.2, 2.5), (7.5, 0.25), (-1.0, 1.0))]


# expect graphs
# graph 0
#   l_x_: input
#   truediv = truediv(l_x_, 0.1)
#   return (truediv,)
# graph 1
#   l_threshold_: input
#   l_x_: input
#   item = l_threshold_.item()
#   x = add(l_x_, item)
#   truediv = truediv(x, item)
#   return (truediv,)
# graph 2
#   l_x_: input
#   x = sub(l_x_, 1)
#   return (x,)
# graph 3
#   l_threshold_: input
#   l_x_: input
#   item = l_threshold_.item()
#   truediv = truediv(l_x_, item)
#   return (truediv,)
# expect breaks
# expect guards
# fn
#   ___check_global_state()
#   L['threshold'] == 0.1
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[3], stride=[1])
#   check_marks(L['x'], {})
#   L['rate'] == 0.5
# fn: another entry
#   - L['threshold'] == 0.1
#   - L['rate'] == 0.5
#   + ___check_type_id(L['threshold'], …), type=<class 'float'>
#   + order(L['threshold'], 0.5) == 1
#   + (L['threshold'] == 0.0) == False
#   + ___check_type_id(L['rate'], …), type=<class 'float'>
#   + (L['rate'] == 0.0) == False
# fn: another entry
#   - order(L['threshold'], 0.5) == 1
#   - (L['threshold'] == 0.0) == False
#   + order(L['threshold'], 0.5) == -1
#   + (L['threshold'] == 0.0) == True
#   + (L['threshold'] == 0.0) == True
# fn: another entry
#   - (L['threshold'] == 0.0) == True
#   - (L['threshold'] == 0.0) == True
#   + (L['threshold'] == 0.0) == False
#   + (L['threshold'] == 0.0) == False
