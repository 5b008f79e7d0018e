"""A union of classes is asked as a tuple of them is."""

import torch

OPTIONAL = int | None


def fn(x, number):
    answers = [isinstance(number, int | str), isinstance(number, str | list), isinstance(None, OPTIONAL)]
    answers += [isinstance(number, (str, (float, OPTIONAL))), issubclass(bool, OPTIONAL), issubclass(str, OPTIONAL)]
    return x + 1, answers


calls = [(torch.arange(3.0), 3), (torch.arange(3.0), "three")]


# expect graphs
# graph 0
#   l_x_: input
#   add = add(l_x_, 1)
#   return (add,)
# graph 1
#   l_x_: input
#   add = add(l_x_, 1)
#   return (add,)
# expect breaks
# expect guards
# fn
#   ___check_global_state()
#   ___check_type_id(L['number'], …), type=<class 'int'>
#   ___dict_contains('OPTIONAL', G)
#   ___check_obj_id(G['OPTIONAL'], …), value=<types.UnionType object>
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[3], stride=[1])
#   check_marks(L['x'], {})
#   builtins: bool, float, int, isinstance, issubclass, list, str
#   of libraries: 8
# fn: another entry
#   - ___check_type_id(L['number'], …), type=<class 'int'>
#   + ___check_type_id(L['number'], …), type=<class 'str'>
