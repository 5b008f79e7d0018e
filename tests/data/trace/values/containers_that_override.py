"""What C code takes from a dict or puts into a set, it does not ask methods for that a subclass has in their place."""

import torch


class Labelled(dict):
    def __getitem__(self, key):
        return "asked", dict.__getitem__(self, key)


class Ordered(dict):
    def __iter__(self):
        return iter(sorted(dict.keys(self)))

    def keys(self):
        return sorted(dict.keys(self))

    def __getitem__(self, key):
        return "asked", dict.__getitem__(self, key)


class Boxed(set):
    def add(self, item):
        super().add((item,))

    def discard(self, item):
        super().discard((item,))


def fn(x, entries):
    labelled, ordered = Labelled(entries), Ordered(entries)
    taken = [dict(labelled), {**labelled}, dict(ordered), {**ordered}]
    taken.append(dict(labelled, more=1) | labelled)
    boxed = Boxed([1, 2])
    boxed.add(3)
    boxed.update([4], (5,))
    boxed.difference_update([1])
    boxed.symmetric_difference_update([2, 6])
    boxed.intersection_update([4, 5, (3,)])
    return x + 1, taken, sorted(map(str, boxed))


calls = [(torch.arange(3.0), {"b": 1, "a": 2}), (torch.arange(3.0), {"c": 3})]


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
#   ___dict_contains('Labelled', G)
#   ___check_obj_id(G['Labelled'], …), value=<class 'case_containers_that_override_py.Labelled'>
#   _PyType_Lookup(<class 'case_containers_that_override_py.Labelled'>, '__new__') is <builtin_function_or_method __new__>
#   <class 'case_containers_that_override_py.Labelled'>.__mro__ == [<class 'case_containers_that_override_py.Labelled'>, <class 'dict'>, <class 'object'>]
#   _PyType_Lookup(<class 'case_containers_that_override_py.Labelled'>, '__del__') is nothing
#   _PyType_Lookup(<class 'case_containers_that_override_py.Labelled'>, '__init__') is <wrapper_descriptor __init__>
#   _PyType_Lookup(<class 'case_containers_that_override_py.Labelled'>, '__torch_function__') is nothing
#   ___check_type_id(L['entries'], …), type=<class 'dict'>
#   list(L['entries'].keys()) == ['b', 'a']
#   ___dict_contains('Ordered', G)
#   ___check_obj_id(G['Ordered'], …), value=<class 'case_containers_that_override_py.Ordered'>
#   _PyType_Lookup(<class 'case_containers_that_override_py.Ordered'>, '__new__') is <builtin_function_or_method __new__>
#   <class 'case_containers_that_override_py.Ordered'>.__mro__ == [<class 'case_containers_that_override_py.Ordered'>, <class 'dict'>, <class 'object'>]
#   _PyType_Lookup(<class 'case_containers_that_override_py.Ordered'>, '__del__') is nothing
#   _PyType_Lookup(<class 'case_containers_that_override_py.Ordered'>, '__init__') is <wrapper_descriptor __init__>
#   _PyType_Lookup(<class 'case_containers_that_override_py.Ordered'>, '__torch_function__') is nothing
#   _PyType_Lookup(<class 'case_containers_that_override_py.Labelled'>, '__iter__') is <wrapper_descriptor __iter__>
#   _PyType_Lookup(<class 'case_containers_that_override_py.Labelled'>, '__getattribute__') is <wrapper_descriptor __getattribute__>
#   _PyType_Lookup(<class 'case_containers_that_override_py.Labelled'>, 'keys') is <method_descriptor keys>
#   _PyType_Lookup(<class 'case_containers_that_override_py.Ordered'>, '__iter__') is <function Ordered.__iter__>
#   ___check_obj_id(Ordered.__iter__.__code__, …)
#   _PyType_Lookup(<class 'case_containers_that_override_py.Ordered'>, '__getattribute__') is <wrapper_descriptor __getattribute__>
#   _PyType_Lookup(<class 'case_containers_that_override_py.Ordered'>, 'keys') is <function Ordered.keys>
#   ___check_obj_id(Ordered.keys.__code__, …)
#   _PyType_Lookup(<class 'case_containers_that_override_py.Ordered'>, '__getitem__') is <function Ordered.__getitem__>
#   ___check_obj_id(Ordered.__getitem__.__code__, …)
#   _PyType_Lookup(<class 'case_containers_that_override_py.Labelled'>, '__ror__') is <wrapper_descriptor __ror__>
#   _PyType_Lookup(<class 'case_containers_that_override_py.Labelled'>, '__or__') is <wrapper_descriptor __or__>
#   ___dict_contains('Boxed', G)
#   ___check_obj_id(G['Boxed'], …), value=<class 'case_containers_that_override_py.Boxed'>
#   _PyType_Lookup(<class 'case_containers_that_override_py.Boxed'>, '__new__') is <builtin_function_or_method __new__>
#   <class 'case_containers_that_override_py.Boxed'>.__mro__ == [<class 'case_containers_that_override_py.Boxed'>, <class 'set'>, <class 'object'>]
#   _PyType_Lookup(<class 'case_containers_that_override_py.Boxed'>, '__del__') is nothing
#   _PyType_Lookup(<class 'case_containers_that_override_py.Boxed'>, '__init__') is <wrapper_descriptor __init__>
#   _PyType_Lookup(<class 'case_containers_that_override_py.Boxed'>, '__torch_function__') is nothing
#   _PyType_Lookup(<class 'case_containers_that_override_py.Boxed'>, '__getattribute__') is <wrapper_descriptor __getattribute__>
#   _PyType_Lookup(<class 'case_containers_that_override_py.Boxed'>, 'add') is <function Boxed.add>
#   ___check_obj_id(Boxed.add.__code__, …)
#   ___cell_is_empty(Boxed.add.__closure__[0]) == False
#   _PyType_Lookup(<class 'case_containers_that_override_py.Boxed'>, 'update') is <method_descriptor update>
#   _PyType_Lookup(<class 'case_containers_that_override_py.Boxed'>, 'difference_update') is <method_descriptor difference_update>
#   _PyType_Lookup(<class 'case_containers_that_override_py.Boxed'>, 'symmetric_difference_update') is <method_descriptor symmetric_difference_update>
#   _PyType_Lookup(<class 'case_containers_that_override_py.Boxed'>, 'intersection_update') is <method_descriptor intersection_update>
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[3], stride=[1])
#   check_marks(L['x'], {})
#   _PyType_Lookup(<class 'case_containers_that_override_py.Boxed'>, '__iter__') is <wrapper_descriptor __iter__>
#   <class 'case_containers_that_override_py.Labelled'> is G['Labelled']
#   <class 'case_containers_that_override_py.Ordered'> is G['Ordered']
#   Boxed.add.__closure__[0].cell_contents is G['Boxed']
#   <class 'case_containers_that_override_py.Boxed'> is G['Boxed']
#   builtins: bool, dict, frozenset, hasattr, iter, list, map, set, sorted, str, super, type
#   of libraries: 67
# fn: another entry
#   - list(L['entries'].keys()) == ['b', 'a']
#   + list(L['entries'].keys()) == ['c']
