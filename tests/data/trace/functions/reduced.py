"""What copies and pickles ask of slices, ranges and namespaces; the reflected operators of sets, called by name."""

import copy
import types

import torch


def fn(x, given):
    made = types.SimpleNamespace(a=[1])
    copied, deep = copy.copy(made), copy.deepcopy(given)
    deep.b.append(2)
    sets = {1, 2}.__ror__({3}), {1, 2}.__rand__({2}), {1}.__rsub__({1, 2}), {1}.__rxor__(frozenset({1, 2})), {1}.__rsub__([1])
    frozen = frozenset({1}).__ror__({3}), frozenset({1}).__rsub__({1, 3}), frozenset({1}).__rand__([1])
    reduced = slice(1, 2).__reduce__(), range(3).__reduce__()
    return x + 1, copied, copied.a is made.a, deep, given.b, sets, frozen, reduced


calls = [(torch.ones(2), types.SimpleNamespace(b=[1])), (torch.ones(2), types.SimpleNamespace(b=[1]))]


# expect graphs
# graph 0
#   l_x_: input
#   add = add(l_x_, 1)
#   return (add,)
# expect breaks
# expect guards
# fn
#   ___check_global_state()
#   ___dict_contains('types', G)
#   ___check_obj_id(G['types'], …), value=<module types>
#   ___check_type_id(G['types'], …), type=<class 'module'>
#   ___dict_contains('copy', G)
#   ___check_obj_id(G['copy'], …), value=<module copy>
#   ___check_type_id(G['copy'], …), type=<class 'module'>
#   ___check_type_id(L['given'], …), type=<class 'types.SimpleNamespace'>
#   not ___dict_contains('__deepcopy__', L['given'].__dict__)
#   not ___dict_contains('__reduce_ex__', L['given'].__dict__)
#   not ___dict_contains('__reduce__', L['given'].__dict__)
#   list(L['given'].__dict__.keys()) == ['b']
#   ___check_type_id(L['given'].b, …), type=<class 'list'>
#   len(L['given'].b) == 1
#   L['given'].b[0] == 1
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['x'], {})
#   check_no_aliasing(L['given'], L['given'].__dict__, L['given'].b)
#   builtins: KeyError, NotImplemented, dict, enumerate, frozenset, getattr, hasattr, id, isinstance, issubclass, list, object, range, set, slice, str, tuple, type
#   of libraries: 127
