"""Deep copies of objects and containers, made while tracing; `id` as the key of a dict."""

import copy

import torch


class Settings:
    def __init__(self):
        self.sizes = [1, 2]
        self.names = {"a": (3, 4)}
        self.again = self.sizes
        self.dtype = torch.float32


def fn(x, settings):
    copied = copy.deepcopy(settings)
    copied.sizes.append(5)
    seen = {id(copied): 1, id(settings): 2}
    shared = copied.again is copied.sizes
    return x * sum(copied.sizes) * seen[id(settings)], copied.names, shared, settings.sizes


calls = [(torch.randn(2), Settings())]


# expect graphs
# graph 0
#   l_x_: input
#   mul = mul(l_x_, 8)
#   mul_1 = mul(mul, 2)
#   return (mul_1,)
# expect breaks
# expect guards
# fn
#   ___check_global_state()
#   ___dict_contains('copy', G)
#   ___check_obj_id(G['copy'], …), value=<module copy>
#   ___check_type_id(G['copy'], …), type=<class 'module'>
#   _PyType_Lookup(<class 'case_deep_copy_py.Settings'>, '__torch_function__') is nothing
#   ___check_type_id(L['settings'], …), type=<class 'case_deep_copy_py.Settings'>
#   <class 'case_deep_copy_py.Settings'>.__mro__ == [<class 'case_deep_copy_py.Settings'>, <class 'object'>]
#   not ___dict_contains(<class 'case_deep_copy_py.Settings'>, G['copy']._deepcopy_dispatch)
#   _PyType_Lookup(<class 'case_deep_copy_py.Settings'>, '__getattribute__') is <wrapper_descriptor __getattribute__>
#   _PyType_Lookup(<class 'case_deep_copy_py.Settings'>, '__deepcopy__') is nothing
#   not ___dict_contains('__deepcopy__', L['settings'].__dict__)
#   _PyType_Lookup(<class 'case_deep_copy_py.Settings'>, '__getattr__') is nothing
#   not ___dict_contains(<class 'case_deep_copy_py.Settings'>, G['copy'].dispatch_table)
#   _PyType_Lookup(<class 'case_deep_copy_py.Settings'>, '__reduce_ex__') is <method_descriptor __reduce_ex__>
#   not ___dict_contains('__reduce_ex__', L['settings'].__dict__)
#   _PyType_Lookup(<class 'case_deep_copy_py.Settings'>, '__reduce__') is <method_descriptor __reduce__>
#   not ___dict_contains('__reduce__', L['settings'].__dict__)
#   _PyType_Lookup(<class 'case_deep_copy_py.Settings'>, '__getnewargs_ex__') is nothing
#   _PyType_Lookup(<class 'case_deep_copy_py.Settings'>, '__getnewargs__') is nothing
#   _PyType_Lookup(<class 'case_deep_copy_py.Settings'>, '__getstate__') is <method_descriptor __getstate__>
#   ___dict_contains('__slotnames__', <class 'case_deep_copy_py.Settings'>.__dict__)
#   ___check_type_id(<class 'case_deep_copy_py.Settings'>.__slotnames__, …), type=<class 'list'>
#   len(<class 'case_deep_copy_py.Settings'>.__slotnames__) == 0
#   not ___dict_contains('__getstate__', L['settings'].__dict__)
#   _PyType_Lookup(<class 'case_deep_copy_py.Settings'>, '__dict__') is <getset_descriptor __dict__>
#   list(L['settings'].__dict__.keys()) == ['sizes', 'names', 'again', 'dtype']
#   _PyType_Lookup(<class 'case_deep_copy_py.Settings'>, '__new__') is <builtin_function_or_method __new__>
#   _PyType_Lookup(<class 'case_deep_copy_py.Settings'>, '__del__') is nothing
#   <class 'case_deep_copy_py.Settings'>.__dict__.get('__abstractmethods__') is nothing
#   ___check_type_id(L['settings'].sizes, …), type=<class 'list'>
#   len(L['settings'].sizes) == 2
#   L['settings'].sizes[0] == 1
#   L['settings'].sizes[1] == 2
#   ___check_type_id(L['settings'].names, …), type=<class 'dict'>
#   list(L['settings'].names.keys()) == ['a']
#   ___check_type_id(L['settings'].names['a'], …), type=<class 'tuple'>
#   len(L['settings'].names['a']) == 2
#   L['settings'].names['a'][0] == 3
#   L['settings'].names['a'][1] == 4
#   ___check_obj_id(L['settings'].dtype, …), value=<torch.dtype object>
#   _PyType_Lookup(<class 'case_deep_copy_py.Settings'>, '__setstate__') is nothing
#   _PyType_Lookup(<class 'case_deep_copy_py.Settings'>, 'sizes') is nothing
#   _PyType_Lookup(<class 'case_deep_copy_py.Settings'>, 'again') is nothing
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['x'], {})
#   _PyType_Lookup(<class 'case_deep_copy_py.Settings'>, 'names') is nothing
#   L['settings'].again is L['settings'].sizes
#   check_no_aliasing(L['settings'], L['settings'].__dict__, L['settings'].sizes, L['settings'].names, L['settings'].names['a'])
#   builtins: KeyError, bytearray, bytes, dict, getattr, hasattr, id, int, isinstance, issubclass, iter, len, list, object, str, sum, tuple, type, zip
#   of libraries: 92
