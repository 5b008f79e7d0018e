"""Who asks a number or a text for its class alone does not learn which it is: other values take the same entry."""

import torch


class Counted(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.calls = 0

    def forward(self, x):
        self.calls += 1
        return x * 2


module = Counted()


def fn(x, text, number, nothing):
    if isinstance(text, (bytes, str)) and type(number) is not bool and text is not None:
        x = x + 1
    if nothing is None or number is nothing:
        x = x * 3
    return module(x), module.calls, text


x = torch.ones(3)
calls = [(x, "a", 1, None), (x, "b", 2, None), (x, "c", 3, None), (x, "d", 4.0, None), (x, b"e", 1, None), (x, "f", 1, 1.5)]


# expect graphs
# graph 0
#   l_x_: input
#   x = add(l_x_, 1)
#   x_1 = mul(x, 3)
#   mul_1 = mul(x_1, 2)
#   return (mul_1,)
# graph 1
#   l_x_: input
#   x = add(l_x_, 1)
#   x_1 = mul(x, 3)
#   mul_1 = mul(x_1, 2)
#   return (mul_1,)
# graph 2
#   l_x_: input
#   x = add(l_x_, 1)
#   x_1 = mul(x, 3)
#   mul_1 = mul(x_1, 2)
#   return (mul_1,)
# graph 3
#   l_x_: input
#   x = add(l_x_, 1)
#   mul = mul(x, 2)
#   return (mul,)
# expect breaks
# expect guards
# fn
#   ___check_global_state()
#   ___check_type_id(L['text'], …), type=<class 'str'>
#   ___check_type_id(L['number'], …), type=<class 'int'>
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[3], stride=[1])
#   check_marks(L['x'], {})
#   ___check_obj_id(L['nothing'], …), value=None
#   ___dict_contains('module', G)
#   ___check_type_id(G['module'], …), type=<class 'case_asked_for_the_class_alone_py.Counted'>
#   <class 'case_asked_for_the_class_alone_py.Counted'>.__mro__ == [<class 'case_asked_for_the_class_alone_py.Counted'>, <class 'torch.nn.modules.module.Module'>, <class 'object'>]
#   _PyType_Lookup(<class 'case_asked_for_the_class_alone_py.Counted'>, '__call__') is <function Module._wrapped_call_impl>
#   ___check_obj_id(Counted.__call__.__code__, …)
#   _PyType_Lookup(<class 'case_asked_for_the_class_alone_py.Counted'>, '__torch_function__') is nothing
#   _PyType_Lookup(<class 'case_asked_for_the_class_alone_py.Counted'>, '__getattribute__') is <wrapper_descriptor __getattribute__>
#   _PyType_Lookup(<class 'case_asked_for_the_class_alone_py.Counted'>, '_compiled_call_impl') is None
#   not ___dict_contains('_compiled_call_impl', G['module'].__dict__)
#   _PyType_Lookup(<class 'case_asked_for_the_class_alone_py.Counted'>, '_call_impl') is <function Module._call_impl>
#   not ___dict_contains('_call_impl', G['module'].__dict__)
#   ___check_obj_id(Counted._call_impl.__code__, …)
#   _PyType_Lookup(<class 'case_asked_for_the_class_alone_py.Counted'>, 'forward') is <function Counted.forward>
#   not ___dict_contains('forward', G['module'].__dict__)
#   _PyType_Lookup(<class 'case_asked_for_the_class_alone_py.Counted'>, '_forward_hooks') is nothing
#   ___dict_contains('_forward_hooks', G['module'].__dict__)
#   ___check_type_id(G['module']._forward_hooks, …), type=<class 'collections.OrderedDict'>
#   list(G['module']._forward_hooks.keys()) == []
#   _PyType_Lookup(<class 'case_asked_for_the_class_alone_py.Counted'>, '_backward_hooks') is nothing
#   ___dict_contains('_backward_hooks', G['module'].__dict__)
#   ___check_type_id(G['module']._backward_hooks, …), type=<class 'collections.OrderedDict'>
#   list(G['module']._backward_hooks.keys()) == []
#   _PyType_Lookup(<class 'case_asked_for_the_class_alone_py.Counted'>, '_backward_pre_hooks') is nothing
#   ___dict_contains('_backward_pre_hooks', G['module'].__dict__)
#   ___check_type_id(G['module']._backward_pre_hooks, …), type=<class 'collections.OrderedDict'>
#   list(G['module']._backward_pre_hooks.keys()) == []
#   _PyType_Lookup(<class 'case_asked_for_the_class_alone_py.Counted'>, '_forward_pre_hooks') is nothing
#   ___dict_contains('_forward_pre_hooks', G['module'].__dict__)
#   ___check_type_id(G['module']._forward_pre_hooks, …), type=<class 'collections.OrderedDict'>
#   list(G['module']._forward_pre_hooks.keys()) == []
#   ___check_obj_id(Counted.forward.__code__, …)
#   _PyType_Lookup(<class 'case_asked_for_the_class_alone_py.Counted'>, 'calls') is nothing
#   ___dict_contains('calls', G['module'].__dict__)
#   ___check_type_id(G['module'].calls, …), type=<class 'int'>
#   _PyType_Lookup(<class 'case_asked_for_the_class_alone_py.Counted'>, '__setattr__') is <function Module.__setattr__>
#   ___check_obj_id(Counted.__setattr__.__code__, …)
#   _PyType_Lookup(<class 'case_asked_for_the_class_alone_py.Counted'>, '__dict__') is <getset_descriptor __dict__>
#   ___dict_contains('_parameters', G['module'].__dict__)
#   ___check_type_id(G['module']._parameters, …), type=<class 'dict'>
#   not ___dict_contains('calls', G['module']._parameters)
#   ___dict_contains('_modules', G['module'].__dict__)
#   ___check_type_id(G['module']._modules, …), type=<class 'dict'>
#   not ___dict_contains('calls', G['module']._modules)
#   ___dict_contains('_buffers', G['module'].__dict__)
#   ___check_type_id(G['module']._buffers, …), type=<class 'dict'>
#   not ___dict_contains('calls', G['module']._buffers)
#   ___cell_is_empty(Counted.__setattr__.__closure__[0]) == False
#   Counted.__setattr__.__closure__[0].cell_contents is <module torch.nn.modules.module>.Module
#   check_no_aliasing(G['module'].__dict__, G['module']._parameters, G['module']._modules, G['module']._buffers)
#   check_nothing_shows_when_let_go(G['module'].calls)
#   builtins: bool, bytes, isinstance, len, range, str, super, type
#   of libraries: 51
# fn: another entry
#   - ___check_type_id(L['number'], …), type=<class 'int'>
#   + ___check_type_id(L['number'], …), type=<class 'float'>
# fn: another entry
#   - ___check_type_id(L['text'], …), type=<class 'str'>
#   - ___check_type_id(L['number'], …), type=<class 'float'>
#   + ___check_type_id(L['text'], …), type=<class 'bytes'>
#   + ___check_type_id(L['number'], …), type=<class 'int'>
# fn: another entry
#   - ___check_type_id(L['text'], …), type=<class 'bytes'>
#   - ___check_obj_id(L['nothing'], …), value=None
#   + ___check_type_id(L['text'], …), type=<class 'str'>
#   + ___check_type_id(L['nothing'], …), type=<class 'float'>
