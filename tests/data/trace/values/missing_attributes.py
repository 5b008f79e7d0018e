"""An AttributeError that the interpreter raises tells the object and the name."""

import math

import torch


class Plain:
    pass


def tried(look):
    try:
        look()
    except AttributeError as error:
        return str(error), error.name, error.obj


def fn(x):
    plain = Plain()
    found = [tried(lambda: plain.absent), tried(lambda: Plain.absent), tried(lambda: math.absent), tried(lambda: None.absent)]
    return x + 1, [(text, name) for text, name, _ in found], found[0][2] is plain, found[1][2] is Plain, found[2][2] is math


calls = [(torch.ones(2),), (torch.ones(2),)]


# expect graphs
# graph 0
#   l_x_: input
#   add = add(l_x_, 1)
#   return (add,)
# expect breaks
# expect guards
# fn
#   ___check_global_state()
#   ___dict_contains('Plain', G)
#   ___check_obj_id(G['Plain'], …), value=<class 'case_missing_attributes_py.Plain'>
#   _PyType_Lookup(<class 'case_missing_attributes_py.Plain'>, '__new__') is <builtin_function_or_method __new__>
#   <class 'case_missing_attributes_py.Plain'>.__mro__ == [<class 'case_missing_attributes_py.Plain'>, <class 'object'>]
#   _PyType_Lookup(<class 'case_missing_attributes_py.Plain'>, '__del__') is nothing
#   <class 'case_missing_attributes_py.Plain'>.__dict__.get('__abstractmethods__') is nothing
#   _PyType_Lookup(<class 'case_missing_attributes_py.Plain'>, '__init__') is <wrapper_descriptor __init__>
#   ___dict_contains('tried', G)
#   ___check_obj_id(G['tried'].__code__, …)
#   _PyType_Lookup(<class 'case_missing_attributes_py.Plain'>, '__getattribute__') is <wrapper_descriptor __getattribute__>
#   _PyType_Lookup(<class 'case_missing_attributes_py.Plain'>, 'absent') is nothing
#   _PyType_Lookup(<class 'case_missing_attributes_py.Plain'>, '__getattr__') is nothing
#   _PyType_Lookup(<class 'case_missing_attributes_py.Plain'>, '__torch_function__') is nothing
#   ___dict_contains('math', G)
#   ___check_obj_id(G['math'], …), value=<module math>
#   ___check_type_id(G['math'], …), type=<class 'module'>
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['x'], {})
#   builtins: AttributeError, str
#   of libraries: 6
