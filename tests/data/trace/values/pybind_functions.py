"""A function that pybind11 makes is bound to a capsule: a method of the capsule's class that has its name (`__eq__`) does
not stand for it."""

import torch

A, B = torch.profiler.ProfilerActivity.CPU, torch.profiler.ProfilerActivity.CUDA


def fn(x, one, other):
    try:
        same = one == other
    except TypeError:
        return x - 1
    return x + same


calls = [(torch.ones(2), A, B), (torch.ones(2), A, A), (torch.ones(2), A, 3)]


# expect graphs
# graph 0
#   l_x_: input
#   add = add(l_x_, False)
#   return (add,)
# graph 1
#   l_x_: input
#   add = add(l_x_, True)
#   return (add,)
# expect breaks
# line 11: call of builtin_function_or_method __eq__, which is written in C and has no rule
# expect guards
# fn
#   ___check_global_state()
# resume_in_fn
#   ___check_global_state()
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['x'], {})
#   ___check_obj_id(L['___stack0'], …), value=False
# resume_in_fn: another entry
#   - ___check_obj_id(L['___stack0'], …), value=False
#   + ___check_obj_id(L['___stack0'], …), value=True
