"""A text or number with a `__str__` of its own is compared as the text or number that it is: comparisons ask neither side's code."""

import enum

import torch


class Name(str, enum.Enum):
    A = "a"
    B = "b"

    def __str__(self):
        raise AssertionError

    __repr__ = __format__ = __str__


class Level(int):
    def __str__(self):
        raise AssertionError

    __repr__ = __index__ = __float__ = __str__


def fn(x, name, level):
    seen = [name == Name.A, Name.B == name, name != "a", "b" == name, name < Name.B, name in (Name.A, "c"), {"a": 1}.get(name)]
    seen += [Name(name) is Name.A, level == Level(2), Level(3) > level, level in (Level(1), 5.0), level != 2]
    return x + 1, seen


calls = [(torch.ones(2), "a", 2), (torch.ones(2), Name.A, Level(2)), (torch.ones(2), Name.B, Level(5)), (torch.ones(2), "b", 2.5)]


# expect graphs
# graph 0
#   l_x_: input
#   add = add(l_x_, 1)
#   return (add,)
# graph 1
#   l_x_: input
#   add = add(l_x_, 1)
#   return (add,)
# graph 2
#   l_x_: input
#   add = add(l_x_, 1)
#   return (add,)
# graph 3
#   l_x_: input
#   add = add(l_x_, 1)
#   return (add,)
# expect breaks
# expect guards
# fn
#   ___check_global_state()
#   ___dict_contains('Name', G)
#   ___check_obj_id(G['Name'], …), value=<class 'case_enums_of_text_py.Name'>
#   ___check_type_id(G['Name'], …), type=<class 'enum.EnumType'>
#   _PyType_Lookup(<class 'case_enums_of_text_py.Name'>, 'A') is <case_enums_of_text_py.Name object>
#   ___check_type_id(Name.A, …), type=<class 'case_enums_of_text_py.Name'>
#   _PyType_Lookup(<class 'case_enums_of_text_py.Name'>, '__get__') is nothing
#   _PyType_Lookup(<class 'case_enums_of_text_py.Name'>, '__set__') is nothing
#   _PyType_Lookup(<class 'case_enums_of_text_py.Name'>, '__delete__') is nothing
#   L['name'] == 'a'
#   <class 'case_enums_of_text_py.Name'>.__mro__ == [<class 'case_enums_of_text_py.Name'>, <class 'str'>, <class 'enum.Enum'>, <class 'object'>]
#   _PyType_Lookup(<class 'case_enums_of_text_py.Name'>, '__eq__') is <wrapper_descriptor __eq__>
#   _PyType_Lookup(<class 'case_enums_of_text_py.Name'>, 'B') is <case_enums_of_text_py.Name object>
#   ___check_type_id(Name.B, …), type=<class 'case_enums_of_text_py.Name'>
#   _PyType_Lookup(<class 'case_enums_of_text_py.Name'>, '__lt__') is <wrapper_descriptor __lt__>
#   _PyType_Lookup(<class 'case_enums_of_text_py.Name'>, '__gt__') is <wrapper_descriptor __gt__>
#   _PyType_Lookup(<class 'case_enums_of_text_py.Name'>, '__torch_function__') is nothing
#   _PyType_Lookup(<class 'case_enums_of_text_py.Name'>, '__new__') is <function Enum.__new__>
#   ___check_obj_id(Name.__new__.__code__, …)
#   _PyType_Lookup(<class 'case_enums_of_text_py.Name'>, '_value2member_map_') is <dict object>
#   ___check_type_id(Name._value2member_map_, …), type=<class 'dict'>
#   ___dict_contains('a', Name._value2member_map_)
#   ___check_obj_id(Name._value2member_map_['a'], …), value=<case_enums_of_text_py.Name object>
#   ___check_type_id(Name._value2member_map_['a'], …), type=<class 'case_enums_of_text_py.Name'>
#   ___dict_contains('Level', G)
#   ___check_obj_id(G['Level'], …), value=<class 'case_enums_of_text_py.Level'>
#   _PyType_Lookup(<class 'case_enums_of_text_py.Level'>, '__new__') is <builtin_function_or_method __new__>
#   <class 'case_enums_of_text_py.Level'>.__mro__ == [<class 'case_enums_of_text_py.Level'>, <class 'int'>, <class 'object'>]
#   _PyType_Lookup(<class 'case_enums_of_text_py.Level'>, '__del__') is nothing
#   ___check_type_id(<case_enums_of_text_py.Level object>, …), type=<class 'case_enums_of_text_py.Level'>
#   _PyType_Lookup(<class 'case_enums_of_text_py.Level'>, '__init__') is <wrapper_descriptor __init__>
#   L['level'] == 2
#   _PyType_Lookup(<class 'case_enums_of_text_py.Level'>, '__eq__') is <wrapper_descriptor __eq__>
#   ___check_type_id(<case_enums_of_text_py.Level object>, …), type=<class 'case_enums_of_text_py.Level'>
#   _PyType_Lookup(<class 'case_enums_of_text_py.Level'>, '__gt__') is <wrapper_descriptor __gt__>
#   _PyType_Lookup(<class 'case_enums_of_text_py.Level'>, '__lt__') is <wrapper_descriptor __lt__>
#   ___check_type_id(<case_enums_of_text_py.Level object>, …), type=<class 'case_enums_of_text_py.Level'>
#   _PyType_Lookup(<class 'case_enums_of_text_py.Level'>, '__torch_function__') is nothing
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['x'], {})
#   builtins: type
#   of libraries: 12
# fn: another entry
#   - L['name'] == 'a'
#   - _PyType_Lookup(<class 'case_enums_of_text_py.Name'>, '_value2member_map_') is <dict object>
#   - ___check_type_id(Name._value2member_map_, …), type=<class 'dict'>
#   - ___dict_contains('a', Name._value2member_map_)
#   - ___check_obj_id(Name._value2member_map_['a'], …), value=<case_enums_of_text_py.Name object>
#   - ___check_type_id(Name._value2member_map_['a'], …), type=<class 'case_enums_of_text_py.Name'>
#   - L['level'] == 2
#   - of libraries: 12
#   + ___check_obj_id(L['name'], …), value=<case_enums_of_text_py.Name object>
#   + ___check_type_id(L['name'], …), type=<class 'case_enums_of_text_py.Name'>
#   + _PyType_Lookup(<class 'case_enums_of_text_py.Name'>, '__ne__') is <wrapper_descriptor __ne__>
#   + _PyType_Lookup(<class 'case_enums_of_text_py.Name'>, '__hash__') is <wrapper_descriptor __hash__>
#   + ___check_obj_id(L['level'], …), value=<case_enums_of_text_py.Level object>
#   + ___check_type_id(L['level'], …), type=<class 'case_enums_of_text_py.Level'>
#   + _PyType_Lookup(<class 'case_enums_of_text_py.Level'>, '__ne__') is <wrapper_descriptor __ne__>
#   + <class 'case_enums_of_text_py.Name'> is G['Name']
#   + of libraries: 11
# fn: another entry
# fn: another entry
#   - ___check_obj_id(L['name'], …), value=<case_enums_of_text_py.Name object>
#   - ___check_type_id(L['name'], …), type=<class 'case_enums_of_text_py.Name'>
#   - _PyType_Lookup(<class 'case_enums_of_text_py.Name'>, '__ne__') is <wrapper_descriptor __ne__>
#   - _PyType_Lookup(<class 'case_enums_of_text_py.Name'>, '__hash__') is <wrapper_descriptor __hash__>
#   - ___check_obj_id(L['level'], …), value=<case_enums_of_text_py.Level object>
#   - ___check_type_id(L['level'], …), type=<class 'case_enums_of_text_py.Level'>
#   - _PyType_Lookup(<class 'case_enums_of_text_py.Level'>, '__ne__') is <wrapper_descriptor __ne__>
#   - <class 'case_enums_of_text_py.Name'> is G['Name']
#   - of libraries: 11
#   + L['name'] == 'b'
#   + _PyType_Lookup(<class 'case_enums_of_text_py.Name'>, '_value2member_map_') is <dict object>
#   + ___check_type_id(Name._value2member_map_, …), type=<class 'dict'>
#   + ___dict_contains('b', Name._value2member_map_)
#   + ___check_obj_id(Name._value2member_map_['b'], …), value=<case_enums_of_text_py.Name object>
#   + ___check_type_id(Name._value2member_map_['b'], …), type=<class 'case_enums_of_text_py.Name'>
#   + L['level'] == 2.5
#   + of libraries: 12
