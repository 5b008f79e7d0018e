"""A subclass of OrderedDict with attributes, as libraries use for model outputs."""

from collections import OrderedDict

import torch


class ModelOutput(OrderedDict):
    def __getitem__(self, key):
        if isinstance(key, str):
            return dict(self.items())[key]
        return tuple(self.values())[key]


def fn(x):
    out = ModelOutput()
    out["first"] = x + 1
    out["second"] = x * 2
    return out, out[0] + out["second"], list(out.keys())


calls = [(torch.randn(2),)]


# expect graphs
# graph 0
#   l_x_: input
#   value = add(l_x_, 1)
#   value_1 = mul(l_x_, 2)
#   add_1 = add(value, value_1)
#   return (value, value_1, add_1)
# expect breaks
# expect guards
# fn
#   ___check_global_state()
#   ___dict_contains('ModelOutput', G)
#   ___check_obj_id(G['ModelOutput'], …), value=<class 'case_ordered_dict_subclass_py.ModelOutput'>
#   _PyType_Lookup(<class 'case_ordered_dict_subclass_py.ModelOutput'>, '__new__') is <builtin_function_or_method __new__>
#   <class 'case_ordered_dict_subclass_py.ModelOutput'>.__mro__ == [<class 'case_ordered_dict_subclass_py.ModelOutput'>, <class 'collections.OrderedDict'>, <class 'dict'>, <class 'object'>]
#   _PyType_Lookup(<class 'case_ordered_dict_subclass_py.ModelOutput'>, '__del__') is nothing
#   _PyType_Lookup(<class 'case_ordered_dict_subclass_py.ModelOutput'>, '__init__') is <wrapper_descriptor __init__>
#   _PyType_Lookup(<class 'case_ordered_dict_subclass_py.ModelOutput'>, '__torch_function__') is nothing
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['x'], {})
#   _PyType_Lookup(<class 'case_ordered_dict_subclass_py.ModelOutput'>, '__setitem__') is <wrapper_descriptor __setitem__>
#   _PyType_Lookup(<class 'case_ordered_dict_subclass_py.ModelOutput'>, '__getitem__') is <function ModelOutput.__getitem__>
#   ___check_obj_id(ModelOutput.__getitem__.__code__, …)
#   _PyType_Lookup(<class 'case_ordered_dict_subclass_py.ModelOutput'>, '__getattribute__') is <wrapper_descriptor __getattribute__>
#   _PyType_Lookup(<class 'case_ordered_dict_subclass_py.ModelOutput'>, 'values') is <method_descriptor values>
#   _PyType_Lookup(<class 'case_ordered_dict_subclass_py.ModelOutput'>, 'items') is <method_descriptor items>
#   _PyType_Lookup(<class 'case_ordered_dict_subclass_py.ModelOutput'>, 'keys') is <method_descriptor keys>
#   builtins: dict, hasattr, isinstance, len, list, str, tuple, type
#   of libraries: 12
