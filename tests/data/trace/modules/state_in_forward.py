"""A module that counts its calls and replaces a buffer."""

import torch


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("last", torch.zeros(3))
        self.calls = 0

    def forward(self, x):
        self.calls += 1
        self.last = x.detach() + self.last
        return x * self.calls


model = Model()
calls = [(torch.randn(3),), (torch.randn(3),), (torch.randn(3),)]


# expect graphs
# graph 0
#   l_x_: input
#   l_self_buffers_last_: input
#   detach = l_x_.detach()
#   add = add(detach, l_self_buffers_last_)
#   mul = mul(l_x_, 1)
#   return (mul, add)
# graph 1
#   l_x_: input
#   l_self_buffers_last_: input
#   detach = l_x_.detach()
#   add = add(detach, l_self_buffers_last_)
#   mul = mul(l_x_, 2)
#   return (mul, add)
# graph 2
#   l_x_: input
#   l_self_buffers_last_: input
#   l_self_calls: input
#   detach = l_x_.detach()
#   add = add(detach, l_self_buffers_last_)
#   add_1 = add(l_self_calls, 1)
#   mul = mul(l_x_, add_1)
#   return (mul, add_1, add)
# expect breaks
# expect guards
# Model.forward
#   ___check_global_state()
#   ___check_type_id(L['self'], …), type=<class 'case_state_in_forward_py.Model'>
#   <class 'case_state_in_forward_py.Model'>.__mro__ == [<class 'case_state_in_forward_py.Model'>, <class 'torch.nn.modules.module.Module'>, <class 'object'>]
#   _PyType_Lookup(<class 'case_state_in_forward_py.Model'>, '__getattribute__') is <wrapper_descriptor __getattribute__>
#   _PyType_Lookup(<class 'case_state_in_forward_py.Model'>, 'calls') is nothing
#   ___dict_contains('calls', L['self'].__dict__)
#   _PyType_Lookup(<class 'case_state_in_forward_py.Model'>, '__setattr__') is <function Module.__setattr__>
#   ___check_obj_id(Model.__setattr__.__code__, …)
#   _PyType_Lookup(<class 'case_state_in_forward_py.Model'>, '__dict__') is <getset_descriptor __dict__>
#   ___dict_contains('_parameters', L['self'].__dict__)
#   ___check_type_id(L['self']._parameters, …), type=<class 'dict'>
#   not ___dict_contains('calls', L['self']._parameters)
#   ___dict_contains('_modules', L['self'].__dict__)
#   ___check_type_id(L['self']._modules, …), type=<class 'dict'>
#   not ___dict_contains('calls', L['self']._modules)
#   ___dict_contains('_buffers', L['self'].__dict__)
#   ___check_type_id(L['self']._buffers, …), type=<class 'dict'>
#   not ___dict_contains('calls', L['self']._buffers)
#   ___cell_is_empty(Model.__setattr__.__closure__[0]) == False
#   _PyType_Lookup(<class 'case_state_in_forward_py.Model'>, '__torch_function__') is nothing
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[3], stride=[1])
#   check_marks(L['x'], {})
#   not ___dict_contains('detach', L['x'].__dict__)
#   _PyType_Lookup(<class 'case_state_in_forward_py.Model'>, 'last') is nothing
#   not ___dict_contains('last', L['self'].__dict__)
#   _PyType_Lookup(<class 'case_state_in_forward_py.Model'>, '__getattr__') is <function Module.__getattr__>
#   ___check_obj_id(Model.__getattr__.__code__, …)
#   not ___dict_contains('last', L['self']._parameters)
#   ___dict_contains('last', L['self']._buffers)
#   check_tensor(L['self']._buffers['last'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[3], stride=[1])
#   not ___dict_contains('last', L['self']._modules)
#   _PyType_Lookup(<class 'case_state_in_forward_py.Model'>, '_non_persistent_buffers_set') is nothing
#   ___dict_contains('_non_persistent_buffers_set', L['self'].__dict__)
#   ___check_type_id(L['self']._non_persistent_buffers_set, …), type=<class 'set'>
#   list(L['self']._non_persistent_buffers_set) == []
#   _PyType_Lookup(<class 'case_state_in_forward_py.Model'>, 'register_buffer') is <function Module.register_buffer>
#   not ___dict_contains('register_buffer', L['self'].__dict__)
#   ___check_obj_id(Model.register_buffer.__code__, …)
#   _PyType_Lookup(<class 'case_state_in_forward_py.Model'>, '_buffers') is nothing
#   L['self'].calls == 0
#   Model.__setattr__.__closure__[0].cell_contents is G_torch_dot_nn_dot_modules_dot_module['Module']
#   check_no_aliasing(L['self'].__dict__, G_torch_dot_nn_dot_modules_dot_module, G_alternator_dot_polyfills_dot_objects, G_builtins, L['self']._parameters, G_torch_dot_nn_dot_parameter, G_torch_dot_nn_dot_parameter['torch'].__dict__, L['self']._modules, L['self']._buffers, G_torch_dot_nn_dot_parameter['torch'].nn.__dict__)
#   check_no_aliasing(L['x'], L['self']._buffers['last'])
#   builtins: getattr, hasattr, isinstance, len, range, str, super
#   of libraries: 69
# Model.forward: another entry
#   - L['self'].calls == 0
#   + L['self'].calls == 1
# Model.forward: another entry
#   - L['self'].calls == 1
#   + ___is_int(L['self'].calls) == True
