"""A class whose metaclass says what calling it does, or setting an attribute: C code that is asked what the class is does neither."""

import collections
import typing

import torch


class Meta(type):
    def __call__(cls, *args, **kwargs):
        return super().__call__(*args, **kwargs)

    def __setattr__(cls, name, value):
        raise AssertionError

    __delattr__ = __setattr__


class Output(collections.OrderedDict, metaclass=Meta):
    pass


class Options(typing.TypedDict, total=False):
    size: int


def fn(x, given, kind, declared):
    made = Output(x=x * 2)
    seen = [isinstance(made, collections.abc.Mapping), isinstance(given, collections.abc.Sequence), issubclass(kind, collections.abc.Sized)]
    asked = [(typing.get_origin(one), typing.get_args(one)) for one in (kind, declared, Options | None)]
    return made["x"], seen, asked, list[kind] == list[Output], typing.Optional[declared] == typing.Optional[Options]


calls = [(torch.ones(2), Output(), Output, Options), (torch.ones(2), [], dict, Output)]


# expect graphs
# graph 0
#   l_x_: input
#   mul = mul(l_x_, 2)
#   return (mul,)
# graph 1
#   l_x_: input
#   mul = mul(l_x_, 2)
#   return (mul,)
# expect breaks
# expect guards
# fn
#   ___check_global_state()
#   ___dict_contains('Output', G)
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['x'], {})
#   ___check_obj_id(G['Output'], …), value=<class 'case_classes_with_calls_of_their_own_py.Output'>
#   ___check_type_id(G['Output'], …), type=<class 'case_classes_with_calls_of_their_own_py.Meta'>
#   <class 'case_classes_with_calls_of_their_own_py.Meta'>.__mro__ == [<class 'case_classes_with_calls_of_their_own_py.Meta'>, <class 'type'>, <class 'object'>]
#   _PyType_Lookup(<class 'case_classes_with_calls_of_their_own_py.Meta'>, '__call__') is <function Meta.__call__>
#   ___check_obj_id(Meta.__call__.__code__, …)
#   ___check_obj_id(Meta.__call__.__closure__[0].cell_contents, …), value=<class 'case_classes_with_calls_of_their_own_py.Meta'>
#   <class 'case_classes_with_calls_of_their_own_py.Output'>.__mro__ == [<class 'case_classes_with_calls_of_their_own_py.Output'>, <class 'collections.OrderedDict'>, <class 'dict'>, <class 'object'>]
#   _PyType_Lookup(<class 'case_classes_with_calls_of_their_own_py.Meta'>, '__torch_function__') is nothing
#   _PyType_Lookup(<class 'case_classes_with_calls_of_their_own_py.Output'>, '__new__') is <builtin_function_or_method __new__>
#   _PyType_Lookup(<class 'case_classes_with_calls_of_their_own_py.Output'>, '__del__') is nothing
#   _PyType_Lookup(<class 'case_classes_with_calls_of_their_own_py.Output'>, '__init__') is <wrapper_descriptor __init__>
#   _PyType_Lookup(<class 'case_classes_with_calls_of_their_own_py.Output'>, '__torch_function__') is nothing
#   _PyType_Lookup(<class 'case_classes_with_calls_of_their_own_py.Output'>, '__setitem__') is <wrapper_descriptor __setitem__>
#   ___dict_contains('collections', G)
#   ___check_obj_id(G['collections'], …), value=<module collections>
#   ___check_type_id(G['collections'], …), type=<class 'module'>
#   _PyType_Lookup(<class 'case_classes_with_calls_of_their_own_py.Output'>, '__getattribute__') is <wrapper_descriptor __getattribute__>
#   _PyType_Lookup(<class 'case_classes_with_calls_of_their_own_py.Output'>, '__class__') is <getset_descriptor __class__>
#   ___special_methods(<class 'case_classes_with_calls_of_their_own_py.Meta'>) == []
#   ___check_type_id(L['given'], …), type=<class 'case_classes_with_calls_of_their_own_py.Output'>
#   ___dict_contains('Options', G)
#   ___check_obj_id(G['Options'], …), value=<class 'case_classes_with_calls_of_their_own_py.Options'>
#   ___check_type_id(G['Options'], …), type=<class 'typing._TypedDictMeta'>
#   ___dict_contains('typing', G)
#   ___check_obj_id(G['typing'], …), value=<module typing>
#   ___check_type_id(G['typing'], …), type=<class 'module'>
#   _PyType_Lookup(<class 'case_classes_with_calls_of_their_own_py.Output'>, '__getitem__') is <method_descriptor __getitem__>
#   <class 'case_classes_with_calls_of_their_own_py.Meta'> is Meta.__call__.__closure__[0].cell_contents
#   <class 'case_classes_with_calls_of_their_own_py.Output'> is G['Output']
#   L['kind'] is G['Output']
#   L['declared'] is G['Options']
#   <typing._UnionGenericAlias object>.__args__[0] is G['Options']
#   builtins: frozenset, hasattr, isinstance, issubclass, list, set, super
#   of libraries: 83
# fn: another entry
#   - ___check_type_id(L['given'], …), type=<class 'case_classes_with_calls_of_their_own_py.Output'>
#   - L['kind'] is G['Output']
#   - L['declared'] is G['Options']
#   - of libraries: 83
#   + ___check_type_id(L['given'], …), type=<class 'list'>
#   + len(L['given']) == 0
#   + _PyType_Lookup(<class 'case_classes_with_calls_of_their_own_py.Meta'>, '__hash__') is <wrapper_descriptor __hash__>
#   + _PyType_Lookup(<class 'case_classes_with_calls_of_their_own_py.Meta'>, '__eq__') is <wrapper_descriptor __eq__>
#   + L['kind'] is <class 'dict'>
#   + L['declared'] is G['Output']
#   + <typing._UnionGenericAlias object>.__args__[0] is G['Output']
#   + of libraries: 86
