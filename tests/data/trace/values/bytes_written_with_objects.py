"""Bytes are written with any object by `%`: they leave none to a `__rmod__` of the object's."""

import collections

import torch


class Mapping(collections.defaultdict):
    def __rmod__(self, other):
        return "not asked"


class Number:
    def __rmod__(self, other):
        return "asked of what is no text"

    def __getitem__(self, key):
        return b"item"


def fn(x, o, written):
    return x + 1, written % o, 5 % Number(), b"%d %s" % (3, b"a")


calls = [(torch.ones(2), o, written) for o in (Mapping(), Number()) for written in (b"ab", b"%(a)s")]
calls += [(torch.ones(2), Mapping(None, {b"a": b"c"}), b"%(a)s"), (torch.ones(2), 3, b"%d")]


# expect graphs
# graph 0
#   l_x_: input
#   add = add(l_x_, 1)
#   return (add,)
# expect breaks
# line 22: objects written into bytes
# expect guards
# fn
#   ___check_global_state()
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['x'], {})
# resume_in_fn
#   ___check_global_state()
#   ___dict_contains('Number', G)
#   ___check_obj_id(G['Number'], …), value=<class 'case_bytes_written_with_objects_py.Number'>
#   _PyType_Lookup(<class 'case_bytes_written_with_objects_py.Number'>, '__new__') is <builtin_function_or_method __new__>
#   <class 'case_bytes_written_with_objects_py.Number'>.__mro__ == [<class 'case_bytes_written_with_objects_py.Number'>, <class 'object'>]
#   _PyType_Lookup(<class 'case_bytes_written_with_objects_py.Number'>, '__del__') is nothing
#   <class 'case_bytes_written_with_objects_py.Number'>.__dict__.get('__abstractmethods__') is nothing
#   _PyType_Lookup(<class 'case_bytes_written_with_objects_py.Number'>, '__init__') is <wrapper_descriptor __init__>
#   _PyType_Lookup(<class 'case_bytes_written_with_objects_py.Number'>, '__mod__') is nothing
#   _PyType_Lookup(<class 'case_bytes_written_with_objects_py.Number'>, '__rmod__') is <function Number.__rmod__>
#   ___check_obj_id(Number.__rmod__.__code__, …)
#   check_nothing_shows_when_let_go(L['___stack0'], L['___stack1'])
