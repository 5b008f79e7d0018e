"""Signatures of functions and methods are read while tracing; marked functions run once."""

import inspect

import torch


def helper(a, b, *rest, c=1, **named):
    return a


class Model(torch.nn.Module):
    def chunk(self, hidden, other=None):
        return hidden * 2

    def forward(self, x):
        names = list(inspect.signature(helper).parameters)
        parameters = inspect.signature(self.chunk).parameters
        default = parameters["other"].default
        return self.chunk(x) + len(parameters), names, default


model = Model()
calls = [(torch.randn(2),), (torch.randn(2),)]


# expect graphs
# graph 0
#   l_x_: input
#   mul = mul(l_x_, 2)
#   add = add(mul, 2)
#   return (add,)
# expect breaks
# expect guards
# Model.forward
#   ___check_global_state()
#   ___dict_contains('inspect', G)
#   ___check_obj_id(G['inspect'], …), value=<module inspect>
#   ___check_type_id(G['inspect'], …), type=<class 'module'>
#   ___dict_contains('helper', G)
#   ___check_obj_id(G['helper'].__code__, …)
#   not ___dict_contains('__wrapped__', G['helper'].__dict__)
#   not ___dict_contains('__signature__', G['helper'].__dict__)
#   not ___dict_contains('_partialmethod', G['helper'].__dict__)
#   not ___dict_contains('__text_signature__', G['helper'].__dict__)
#   ___check_obj_id(G['helper'].__code__, …), value=<code object>
#   ___check_type_id(G['helper'].__annotations__, …), type=<class 'dict'>
#   list(G['helper'].__annotations__.keys()) == []
#   ___check_obj_id(G['helper'].__defaults__, …), value=None
#   ___check_type_id(G['helper'].__kwdefaults__, …), type=<class 'dict'>
#   ___dict_contains('c', G['helper'].__kwdefaults__)
#   ___check_type_id(G['helper'].__kwdefaults__['c'], …), type=<class 'int'>
#   ___check_type_id(L['self'], …), type=<class 'case_signature_py.Model'>
#   <class 'case_signature_py.Model'>.__mro__ == [<class 'case_signature_py.Model'>, <class 'torch.nn.modules.module.Module'>, <class 'object'>]
#   _PyType_Lookup(<class 'case_signature_py.Model'>, '__getattribute__') is <wrapper_descriptor __getattribute__>
#   _PyType_Lookup(<class 'case_signature_py.Model'>, 'chunk') is <function Model.chunk>
#   not ___dict_contains('chunk', L['self'].__dict__)
#   ___check_obj_id(Model.chunk.__code__, …)
#   not ___dict_contains('__wrapped__', Model.chunk.__dict__)
#   not ___dict_contains('__signature__', Model.chunk.__dict__)
#   not ___dict_contains('_partialmethod', Model.chunk.__dict__)
#   not ___dict_contains('__text_signature__', Model.chunk.__dict__)
#   ___check_obj_id(Model.chunk.__code__, …), value=<code object>
#   ___check_type_id(Model.chunk.__annotations__, …), type=<class 'dict'>
#   list(Model.chunk.__annotations__.keys()) == []
#   ___check_type_id(Model.chunk.__defaults__, …), type=<class 'tuple'>
#   len(Model.chunk.__defaults__) == 1
#   ___check_obj_id(Model.chunk.__defaults__[0], …), value=None
#   len(Model.chunk.__defaults__ or ()) == 1
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['x'], {})
#   builtins: AttributeError, callable, dict, enumerate, getattr, hasattr, id, isinstance, len, list, str, tuple, type
#   of libraries: 174
