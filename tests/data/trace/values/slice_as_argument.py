"""A slice that comes in: its bounds are guarded."""

import torch


def fn(x, part):
    return x[part] + part.start


calls = [(torch.arange(8.0), slice(1, 5)), (torch.arange(8.0), slice(1, 5)), (torch.arange(8.0), slice(2, 7, 2))]


# expect graphs
# graph 0
#   l_x_: input
#   getitem = getitem(l_x_, slice(1, 5, None))
#   add = add(getitem, 1)
#   return (add,)
# graph 1
#   l_x_: input
#   l_part_start: input
#   l_part_stop: input
#   getitem = getitem(l_x_, slice(l_part_start, l_part_stop, 2))
#   add = add(getitem, l_part_start)
#   return (add,)
# expect breaks
# expect guards
# fn
#   ___check_global_state()
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[8], stride=[1])
#   check_marks(L['x'], {})
#   ___check_type_id(L['part'], …), type=<class 'slice'>
#   L['part'].start == 1
#   L['part'].stop == 5
#   ___check_obj_id(L['part'].step, …), value=None
# fn: another entry
#   - L['part'].start == 1
#   - L['part'].stop == 5
#   - ___check_obj_id(L['part'].step, …), value=None
#   + ___is_int(L['part'].start) == True
#   + ___is_int(L['part'].stop) == True
#   + L['part'].step == 2
#   + L['part'].start >= 0
#   + L['part'].start <= 8
#   + L['part'].stop >= 0
#   + L['part'].stop <= 8
#   + L['part'].stop >= L['part'].start
