"""Members of enums are constants; their attributes and names too."""

import enum

import torch


class Mode(str, enum.Enum):
    SUM = "sum"
    MEAN = "mean"


def fn(x, mode):
    if mode is Mode.SUM:
        return x.sum()
    return getattr(x, mode.value)() + (mode == "mean") + len(mode.name)


calls = [(torch.randn(3), Mode.SUM), (torch.randn(3), Mode.MEAN)]


# expect graphs
# graph 0
#   l_x_: input
#   sum_1 = l_x_.sum()
#   return (sum_1,)
# graph 1
#   l_x_: input
#   mean = l_x_.mean()
#   add = add(mean, True)
#   add_1 = add(add, 4)
#   return (add_1,)
# expect breaks
# expect guards
# fn
#   ___check_global_state()
#   ___dict_contains('Mode', G)
#   ___check_obj_id(G['Mode'], …), value=<class 'case_enum_argument_py.Mode'>
#   ___check_type_id(G['Mode'], …), type=<class 'enum.EnumType'>
#   _PyType_Lookup(<class 'case_enum_argument_py.Mode'>, 'SUM') is <case_enum_argument_py.Mode object>
#   ___check_type_id(Mode.SUM, …), type=<class 'case_enum_argument_py.Mode'>
#   _PyType_Lookup(<class 'case_enum_argument_py.Mode'>, '__get__') is nothing
#   _PyType_Lookup(<class 'case_enum_argument_py.Mode'>, '__set__') is nothing
#   _PyType_Lookup(<class 'case_enum_argument_py.Mode'>, '__delete__') is nothing
#   ___check_obj_id(L['mode'], …), value=<case_enum_argument_py.Mode object>
#   ___check_type_id(L['mode'], …), type=<class 'case_enum_argument_py.Mode'>
#   <class 'case_enum_argument_py.Mode'>.__mro__ == [<class 'case_enum_argument_py.Mode'>, <class 'str'>, <class 'enum.Enum'>, <class 'object'>]
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[3], stride=[1])
#   check_marks(L['x'], {})
#   not ___dict_contains('sum', L['x'].__dict__)
#   of libraries: 5
# fn: another entry
#   - not ___dict_contains('sum', L['x'].__dict__)
#   - of libraries: 5
#   + (L['mode'] == <case_enum_argument_py.Mode object>) == False
#   + _PyType_Lookup(<class 'case_enum_argument_py.Mode'>, '__getattribute__') is <wrapper_descriptor __getattribute__>
#   + _PyType_Lookup(<class 'case_enum_argument_py.Mode'>, 'value') is <enum.property object>
#   + ___check_type_id(Mode.value, …), type=<class 'enum.property'>
#   + ___dict_contains('fget', Mode.value.__dict__)
#   + ___check_obj_id(Mode.value.fget.__code__, …)
#   + _PyType_Lookup(<class 'case_enum_argument_py.Mode'>, '_value_') is nothing
#   + ___dict_contains('_value_', L['mode'].__dict__)
#   + L['mode']._value_ == 'mean'
#   + not ___dict_contains('mean', L['x'].__dict__)
#   + _PyType_Lookup(<class 'case_enum_argument_py.Mode'>, '__eq__') is <wrapper_descriptor __eq__>
#   + _PyType_Lookup(<class 'case_enum_argument_py.Mode'>, 'name') is <enum.property object>
#   + ___check_type_id(Mode.name, …), type=<class 'enum.property'>
#   + ___dict_contains('fget', Mode.name.__dict__)
#   + ___check_obj_id(Mode.name.fget.__code__, …)
#   + _PyType_Lookup(<class 'case_enum_argument_py.Mode'>, '_name_') is nothing
#   + ___dict_contains('_name_', L['mode'].__dict__)
#   + L['mode']._name_ == 'MEAN'
#   + builtins: getattr, len
#   + of libraries: 12
