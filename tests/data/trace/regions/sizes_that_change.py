"""Sizes that are symbols are given to the body, whether its operators name them or its tensors have them."""

import torch


class Layer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(4, 4)

    def forward(self, x):
        rows, columns = x.shape
        y = self.linear(x).reshape(columns, rows).relu() + rows
        y = torch.sin(y) - torch.cos(y)
        return x + y.reshape(rows, columns) / columns


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = torch.nn.Sequential(*(Layer() for _ in range(4)))

    def forward(self, x):
        return self.layers(x)


torch.manual_seed(0)
config = {"repeated_regions": "always"}
options = {"dynamic": True}
train = True
model = Model()
calls = [(torch.randn(3, 4),), (torch.randn(5, 4),)]


# expect graphs
# graph 0
#   s77: input
#   l_x_: input
#   l_self_modules_layers_modules_0_modules_linear_parameters_weight_: input
#   l_self_modules_layers_modules_0_modules_linear_parameters_bias_: input
#   l_self_modules_layers_modules_1_modules_linear_parameters_weight_: input
#   l_self_modules_layers_modules_1_modules_linear_parameters_bias_: input
#   l_self_modules_layers_modules_2_modules_linear_parameters_weight_: input
#   l_self_modules_layers_modules_2_modules_linear_parameters_bias_: input
#   l_self_modules_layers_modules_3_modules_linear_parameters_weight_: input
#   l_self_modules_layers_modules_3_modules_linear_parameters_bias_: input
#   linear = linear(l_x_, l_self_modules_layers_modules_0_modules_linear_parameters_weight_, l_self_modules_layers_modules_0_modules_linear_parameters_bias_)
#   reshape = linear.reshape(4, s77)
#   relu = reshape.relu()
#   y = add(relu, s77)
#   sin = sin(y)
#   cos = cos(y)
#   y_1 = sub(sin, cos)
#   reshape_1 = y_1.reshape(s77, 4)
#   truediv = truediv(reshape_1, 4)
#   input_1 = add(l_x_, truediv)
#   linear_1 = linear(input_1, l_self_modules_layers_modules_1_modules_linear_parameters_weight_, l_self_modules_layers_modules_1_modules_linear_parameters_bias_)
#   reshape_2 = linear_1.reshape(4, s77)
#   relu_1 = reshape_2.relu()
#   y_2 = add(relu_1, s77)
#   sin_1 = sin(y_2)
#   cos_1 = cos(y_2)
#   y_3 = sub(sin_1, cos_1)
#   reshape_3 = y_3.reshape(s77, 4)
#   truediv_1 = truediv(reshape_3, 4)
#   input_2 = add(input_1, truediv_1)
#   linear_2 = linear(input_2, l_self_modules_layers_modules_2_modules_linear_parameters_weight_, l_self_modules_layers_modules_2_modules_linear_parameters_bias_)
#   reshape_4 = linear_2.reshape(4, s77)
#   relu_2 = reshape_4.relu()
#   y_4 = add(relu_2, s77)
#   sin_2 = sin(y_4)
#   cos_2 = cos(y_4)
#   y_5 = sub(sin_2, cos_2)
#   reshape_5 = y_5.reshape(s77, 4)
#   truediv_2 = truediv(reshape_5, 4)
#   input_3 = add(input_2, truediv_2)
#   linear_3 = linear(input_3, l_self_modules_layers_modules_3_modules_linear_parameters_weight_, l_self_modules_layers_modules_3_modules_linear_parameters_bias_)
#   reshape_6 = linear_3.reshape(4, s77)
#   relu_3 = reshape_6.relu()
#   y_6 = add(relu_3, s77)
#   sin_3 = sin(y_6)
#   cos_3 = cos(y_6)
#   y_7 = sub(sin_3, cos_3)
#   reshape_7 = y_7.reshape(s77, 4)
#   truediv_3 = truediv(reshape_7, 4)
#   input_4 = add(input_3, truediv_3)
#   return (input_4,)
# expect breaks
# expect guards
# Model.forward
#   ___check_global_state()
#   ___check_type_id(L['self'], …), type=<class 'case_sizes_that_change_py.Model'>
#   <class 'case_sizes_that_change_py.Model'>.__mro__ == [<class 'case_sizes_that_change_py.Model'>, <class 'torch.nn.modules.module.Module'>, <class 'object'>]
#   _PyType_Lookup(<class 'case_sizes_that_change_py.Model'>, '__getattribute__') is <wrapper_descriptor __getattribute__>
#   _PyType_Lookup(<class 'case_sizes_that_change_py.Model'>, 'layers') is nothing
#   not ___dict_contains('layers', L['self'].__dict__)
#   _PyType_Lookup(<class 'case_sizes_that_change_py.Model'>, '__getattr__') is <function Module.__getattr__>
#   ___check_obj_id(Model.__getattr__.__code__, …)
#   _PyType_Lookup(<class 'case_sizes_that_change_py.Model'>, '__torch_function__') is nothing
#   _PyType_Lookup(<class 'case_sizes_that_change_py.Model'>, '__dict__') is <getset_descriptor __dict__>
#   ___dict_contains('_parameters', L['self'].__dict__)
#   ___check_type_id(L['self']._parameters, …), type=<class 'dict'>
#   not ___dict_contains('layers', L['self']._parameters)
#   ___dict_contains('_buffers', L['self'].__dict__)
#   ___check_type_id(L['self']._buffers, …), type=<class 'dict'>
#   not ___dict_contains('layers', L['self']._buffers)
#   ___dict_contains('_modules', L['self'].__dict__)
#   ___check_type_id(L['self']._modules, …), type=<class 'dict'>
#   ___dict_contains('layers', L['self']._modules)
#   ___check_type_id(L['self']._modules['layers'], …), type=<class 'torch.nn.modules.container.Sequential'>
#   not ___dict_contains('_compiled_call_impl', L['self']._modules['layers'].__dict__)
#   not ___dict_contains('_call_impl', L['self']._modules['layers'].__dict__)
#   not ___dict_contains('forward', L['self']._modules['layers'].__dict__)
#   ___dict_contains('_forward_hooks', L['self']._modules['layers'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._forward_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._forward_hooks.keys()) == []
#   ___dict_contains('_backward_hooks', L['self']._modules['layers'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._backward_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._backward_hooks.keys()) == []
#   ___dict_contains('_backward_pre_hooks', L['self']._modules['layers'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._backward_pre_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._backward_pre_hooks.keys()) == []
#   ___dict_contains('_forward_pre_hooks', L['self']._modules['layers'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._forward_pre_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._forward_pre_hooks.keys()) == []
#   ___dict_contains('_modules', L['self']._modules['layers'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules, …), type=<class 'dict'>
#   list(L['self']._modules['layers']._modules.keys()) == ['0', '1', '2', '3']
#   ___check_type_id(L['self']._modules['layers']._modules['0'], …), type=<class 'case_sizes_that_change_py.Layer'>
#   <class 'case_sizes_that_change_py.Layer'>.__mro__ == [<class 'case_sizes_that_change_py.Layer'>, <class 'torch.nn.modules.module.Module'>, <class 'object'>]
#   _PyType_Lookup(<class 'case_sizes_that_change_py.Layer'>, '__call__') is <function Module._wrapped_call_impl>
#   _PyType_Lookup(<class 'case_sizes_that_change_py.Layer'>, '__torch_function__') is nothing
#   _PyType_Lookup(<class 'case_sizes_that_change_py.Layer'>, '__getattribute__') is <wrapper_descriptor __getattribute__>
#   _PyType_Lookup(<class 'case_sizes_that_change_py.Layer'>, '_compiled_call_impl') is None
#   not ___dict_contains('_compiled_call_impl', L['self']._modules['layers']._modules['0'].__dict__)
#   _PyType_Lookup(<class 'case_sizes_that_change_py.Layer'>, '_call_impl') is <function Module._call_impl>
#   not ___dict_contains('_call_impl', L['self']._modules['layers']._modules['0'].__dict__)
#   _PyType_Lookup(<class 'case_sizes_that_change_py.Layer'>, 'forward') is <function Layer.forward>
#   not ___dict_contains('forward', L['self']._modules['layers']._modules['0'].__dict__)
#   _PyType_Lookup(<class 'case_sizes_that_change_py.Layer'>, '_forward_hooks') is nothing
#   ___dict_contains('_forward_hooks', L['self']._modules['layers']._modules['0'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['0']._forward_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['0']._forward_hooks.keys()) == []
#   _PyType_Lookup(<class 'case_sizes_that_change_py.Layer'>, '_backward_hooks') is nothing
#   ___dict_contains('_backward_hooks', L['self']._modules['layers']._modules['0'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['0']._backward_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['0']._backward_hooks.keys()) == []
#   _PyType_Lookup(<class 'case_sizes_that_change_py.Layer'>, '_backward_pre_hooks') is nothing
#   ___dict_contains('_backward_pre_hooks', L['self']._modules['layers']._modules['0'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['0']._backward_pre_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['0']._backward_pre_hooks.keys()) == []
#   _PyType_Lookup(<class 'case_sizes_that_change_py.Layer'>, '_forward_pre_hooks') is nothing
#   ___dict_contains('_forward_pre_hooks', L['self']._modules['layers']._modules['0'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['0']._forward_pre_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['0']._forward_pre_hooks.keys()) == []
#   ___check_obj_id(Layer.forward.__code__, …)
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[None, None], stride=[None, 1])
#   check_marks(L['x'], {0: perhaps dynamic, 1: perhaps dynamic})
#   _PyType_Lookup(<class 'case_sizes_that_change_py.Layer'>, 'linear') is nothing
#   not ___dict_contains('linear', L['self']._modules['layers']._modules['0'].__dict__)
#   _PyType_Lookup(<class 'case_sizes_that_change_py.Layer'>, '__getattr__') is <function Module.__getattr__>
#   _PyType_Lookup(<class 'case_sizes_that_change_py.Layer'>, '__dict__') is <getset_descriptor __dict__>
#   ___dict_contains('_parameters', L['self']._modules['layers']._modules['0'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['0']._parameters, …), type=<class 'dict'>
#   not ___dict_contains('linear', L['self']._modules['layers']._modules['0']._parameters)
#   ___dict_contains('_buffers', L['self']._modules['layers']._modules['0'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['0']._buffers, …), type=<class 'dict'>
#   not ___dict_contains('linear', L['self']._modules['layers']._modules['0']._buffers)
#   ___dict_contains('_modules', L['self']._modules['layers']._modules['0'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['0']._modules, …), type=<class 'dict'>
#   ___dict_contains('linear', L['self']._modules['layers']._modules['0']._modules)
#   ___check_type_id(L['self']._modules['layers']._modules['0']._modules['linear'], …), type=<class 'torch.nn.modules.linear.Linear'>
#   not ___dict_contains('_compiled_call_impl', L['self']._modules['layers']._modules['0']._modules['linear'].__dict__)
#   not ___dict_contains('_call_impl', L['self']._modules['layers']._modules['0']._modules['linear'].__dict__)
#   not ___dict_contains('forward', L['self']._modules['layers']._modules['0']._modules['linear'].__dict__)
#   ___dict_contains('_forward_hooks', L['self']._modules['layers']._modules['0']._modules['linear'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['0']._modules['linear']._forward_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['0']._modules['linear']._forward_hooks.keys()) == []
#   ___dict_contains('_backward_hooks', L['self']._modules['layers']._modules['0']._modules['linear'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['0']._modules['linear']._backward_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['0']._modules['linear']._backward_hooks.keys()) == []
#   ___dict_contains('_backward_pre_hooks', L['self']._modules['layers']._modules['0']._modules['linear'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['0']._modules['linear']._backward_pre_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['0']._modules['linear']._backward_pre_hooks.keys()) == []
#   ___dict_contains('_forward_pre_hooks', L['self']._modules['layers']._modules['0']._modules['linear'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['0']._modules['linear']._forward_pre_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['0']._modules['linear']._forward_pre_hooks.keys()) == []
#   not ___dict_contains('weight', L['self']._modules['layers']._modules['0']._modules['linear'].__dict__)
#   ___dict_contains('_parameters', L['self']._modules['layers']._modules['0']._modules['linear'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['0']._modules['linear']._parameters, …), type=<class 'dict'>
#   ___dict_contains('weight', L['self']._modules['layers']._modules['0']._modules['linear']._parameters)
#   check_tensor(L['self']._modules['layers']._modules['0']._modules['linear']._parameters['weight'], Parameter, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=True, size=[4, 4], stride=[4, 1])
#   not ___dict_contains('bias', L['self']._modules['layers']._modules['0']._modules['linear'].__dict__)
#   ___dict_contains('bias', L['self']._modules['layers']._modules['0']._modules['linear']._parameters)
#   check_tensor(L['self']._modules['layers']._modules['0']._modules['linear']._parameters['bias'], Parameter, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=True, size=[4], stride=[1])
#   ___dict_contains('torch', G)
#   ___check_obj_id(G['torch'], …), value=<module torch>
#   ___check_type_id(G['torch'], …), type=<class 'module'>
#   ___check_type_id(L['self']._modules['layers']._modules['1'], …), type=<class 'case_sizes_that_change_py.Layer'>
#   not ___dict_contains('_compiled_call_impl', L['self']._modules['layers']._modules['1'].__dict__)
#   not ___dict_contains('_call_impl', L['self']._modules['layers']._modules['1'].__dict__)
#   not ___dict_contains('forward', L['self']._modules['layers']._modules['1'].__dict__)
#   ___dict_contains('_forward_hooks', L['self']._modules['layers']._modules['1'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['1']._forward_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['1']._forward_hooks.keys()) == []
#   ___dict_contains('_backward_hooks', L['self']._modules['layers']._modules['1'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['1']._backward_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['1']._backward_hooks.keys()) == []
#   ___dict_contains('_backward_pre_hooks', L['self']._modules['layers']._modules['1'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['1']._backward_pre_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['1']._backward_pre_hooks.keys()) == []
#   ___dict_contains('_forward_pre_hooks', L['self']._modules['layers']._modules['1'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['1']._forward_pre_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['1']._forward_pre_hooks.keys()) == []
#   not ___dict_contains('linear', L['self']._modules['layers']._modules['1'].__dict__)
#   ___dict_contains('_parameters', L['self']._modules['layers']._modules['1'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['1']._parameters, …), type=<class 'dict'>
#   not ___dict_contains('linear', L['self']._modules['layers']._modules['1']._parameters)
#   ___dict_contains('_buffers', L['self']._modules['layers']._modules['1'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['1']._buffers, …), type=<class 'dict'>
#   not ___dict_contains('linear', L['self']._modules['layers']._modules['1']._buffers)
#   ___dict_contains('_modules', L['self']._modules['layers']._modules['1'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['1']._modules, …), type=<class 'dict'>
#   ___dict_contains('linear', L['self']._modules['layers']._modules['1']._modules)
#   ___check_type_id(L['self']._modules['layers']._modules['1']._modules['linear'], …), type=<class 'torch.nn.modules.linear.Linear'>
#   not ___dict_contains('_compiled_call_impl', L['self']._modules['layers']._modules['1']._modules['linear'].__dict__)
#   not ___dict_contains('_call_impl', L['self']._modules['layers']._modules['1']._modules['linear'].__dict__)
#   not ___dict_contains('forward', L['self']._modules['layers']._modules['1']._modules['linear'].__dict__)
#   ___dict_contains('_forward_hooks', L['self']._modules['layers']._modules['1']._modules['linear'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['1']._modules['linear']._forward_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['1']._modules['linear']._forward_hooks.keys()) == []
#   ___dict_contains('_backward_hooks', L['self']._modules['layers']._modules['1']._modules['linear'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['1']._modules['linear']._backward_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['1']._modules['linear']._backward_hooks.keys()) == []
#   ___dict_contains('_backward_pre_hooks', L['self']._modules['layers']._modules['1']._modules['linear'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['1']._modules['linear']._backward_pre_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['1']._modules['linear']._backward_pre_hooks.keys()) == []
#   ___dict_contains('_forward_pre_hooks', L['self']._modules['layers']._modules['1']._modules['linear'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['1']._modules['linear']._forward_pre_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['1']._modules['linear']._forward_pre_hooks.keys()) == []
#   not ___dict_contains('weight', L['self']._modules['layers']._modules['1']._modules['linear'].__dict__)
#   ___dict_contains('_parameters', L['self']._modules['layers']._modules['1']._modules['linear'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['1']._modules['linear']._parameters, …), type=<class 'dict'>
#   ___dict_contains('weight', L['self']._modules['layers']._modules['1']._modules['linear']._parameters)
#   check_tensor(L['self']._modules['layers']._modules['1']._modules['linear']._parameters['weight'], Parameter, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=True, size=[4, 4], stride=[4, 1])
#   not ___dict_contains('bias', L['self']._modules['layers']._modules['1']._modules['linear'].__dict__)
#   ___dict_contains('bias', L['self']._modules['layers']._modules['1']._modules['linear']._parameters)
#   check_tensor(L['self']._modules['layers']._modules['1']._modules['linear']._parameters['bias'], Parameter, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=True, size=[4], stride=[1])
#   ___check_type_id(L['self']._modules['layers']._modules['2'], …), type=<class 'case_sizes_that_change_py.Layer'>
#   not ___dict_contains('_compiled_call_impl', L['self']._modules['layers']._modules['2'].__dict__)
#   not ___dict_contains('_call_impl', L['self']._modules['layers']._modules['2'].__dict__)
#   not ___dict_contains('forward', L['self']._modules['layers']._modules['2'].__dict__)
#   ___dict_contains('_forward_hooks', L['self']._modules['layers']._modules['2'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['2']._forward_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['2']._forward_hooks.keys()) == []
#   ___dict_contains('_backward_hooks', L['self']._modules['layers']._modules['2'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['2']._backward_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['2']._backward_hooks.keys()) == []
#   ___dict_contains('_backward_pre_hooks', L['self']._modules['layers']._modules['2'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['2']._backward_pre_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['2']._backward_pre_hooks.keys()) == []
#   ___dict_contains('_forward_pre_hooks', L['self']._modules['layers']._modules['2'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['2']._forward_pre_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['2']._forward_pre_hooks.keys()) == []
#   not ___dict_contains('linear', L['self']._modules['layers']._modules['2'].__dict__)
#   ___dict_contains('_parameters', L['self']._modules['layers']._modules['2'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['2']._parameters, …), type=<class 'dict'>
#   not ___dict_contains('linear', L['self']._modules['layers']._modules['2']._parameters)
#   ___dict_contains('_buffers', L['self']._modules['layers']._modules['2'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['2']._buffers, …), type=<class 'dict'>
#   not ___dict_contains('linear', L['self']._modules['layers']._modules['2']._buffers)
#   ___dict_contains('_modules', L['self']._modules['layers']._modules['2'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['2']._modules, …), type=<class 'dict'>
#   ___dict_contains('linear', L['self']._modules['layers']._modules['2']._modules)
#   ___check_type_id(L['self']._modules['layers']._modules['2']._modules['linear'], …), type=<class 'torch.nn.modules.linear.Linear'>
#   not ___dict_contains('_compiled_call_impl', L['self']._modules['layers']._modules['2']._modules['linear'].__dict__)
#   not ___dict_contains('_call_impl', L['self']._modules['layers']._modules['2']._modules['linear'].__dict__)
#   not ___dict_contains('forward', L['self']._modules['layers']._modules['2']._modules['linear'].__dict__)
#   ___dict_contains('_forward_hooks', L['self']._modules['layers']._modules['2']._modules['linear'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['2']._modules['linear']._forward_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['2']._modules['linear']._forward_hooks.keys()) == []
#   ___dict_contains('_backward_hooks', L['self']._modules['layers']._modules['2']._modules['linear'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['2']._modules['linear']._backward_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['2']._modules['linear']._backward_hooks.keys()) == []
#   ___dict_contains('_backward_pre_hooks', L['self']._modules['layers']._modules['2']._modules['linear'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['2']._modules['linear']._backward_pre_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['2']._modules['linear']._backward_pre_hooks.keys()) == []
#   ___dict_contains('_forward_pre_hooks', L['self']._modules['layers']._modules['2']._modules['linear'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['2']._modules['linear']._forward_pre_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['2']._modules['linear']._forward_pre_hooks.keys()) == []
#   not ___dict_contains('weight', L['self']._modules['layers']._modules['2']._modules['linear'].__dict__)
#   ___dict_contains('_parameters', L['self']._modules['layers']._modules['2']._modules['linear'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['2']._modules['linear']._parameters, …), type=<class 'dict'>
#   ___dict_contains('weight', L['self']._modules['layers']._modules['2']._modules['linear']._parameters)
#   check_tensor(L['self']._modules['layers']._modules['2']._modules['linear']._parameters['weight'], Parameter, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=True, size=[4, 4], stride=[4, 1])
#   not ___dict_contains('bias', L['self']._modules['layers']._modules['2']._modules['linear'].__dict__)
#   ___dict_contains('bias', L['self']._modules['layers']._modules['2']._modules['linear']._parameters)
#   check_tensor(L['self']._modules['layers']._modules['2']._modules['linear']._parameters['bias'], Parameter, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=True, size=[4], stride=[1])
#   ___check_type_id(L['self']._modules['layers']._modules['3'], …), type=<class 'case_sizes_that_change_py.Layer'>
#   not ___dict_contains('_compiled_call_impl', L['self']._modules['layers']._modules['3'].__dict__)
#   not ___dict_contains('_call_impl', L['self']._modules['layers']._modules['3'].__dict__)
#   not ___dict_contains('forward', L['self']._modules['layers']._modules['3'].__dict__)
#   ___dict_contains('_forward_hooks', L['self']._modules['layers']._modules['3'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['3']._forward_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['3']._forward_hooks.keys()) == []
#   ___dict_contains('_backward_hooks', L['self']._modules['layers']._modules['3'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['3']._backward_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['3']._backward_hooks.keys()) == []
#   ___dict_contains('_backward_pre_hooks', L['self']._modules['layers']._modules['3'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['3']._backward_pre_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['3']._backward_pre_hooks.keys()) == []
#   ___dict_contains('_forward_pre_hooks', L['self']._modules['layers']._modules['3'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['3']._forward_pre_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['3']._forward_pre_hooks.keys()) == []
#   not ___dict_contains('linear', L['self']._modules['layers']._modules['3'].__dict__)
#   ___dict_contains('_parameters', L['self']._modules['layers']._modules['3'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['3']._parameters, …), type=<class 'dict'>
#   not ___dict_contains('linear', L['self']._modules['layers']._modules['3']._parameters)
#   ___dict_contains('_buffers', L['self']._modules['layers']._modules['3'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['3']._buffers, …), type=<class 'dict'>
#   not ___dict_contains('linear', L['self']._modules['layers']._modules['3']._buffers)
#   ___dict_contains('_modules', L['self']._modules['layers']._modules['3'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['3']._modules, …), type=<class 'dict'>
#   ___dict_contains('linear', L['self']._modules['layers']._modules['3']._modules)
#   ___check_type_id(L['self']._modules['layers']._modules['3']._modules['linear'], …), type=<class 'torch.nn.modules.linear.Linear'>
#   not ___dict_contains('_compiled_call_impl', L['self']._modules['layers']._modules['3']._modules['linear'].__dict__)
#   not ___dict_contains('_call_impl', L['self']._modules['layers']._modules['3']._modules['linear'].__dict__)
#   not ___dict_contains('forward', L['self']._modules['layers']._modules['3']._modules['linear'].__dict__)
#   ___dict_contains('_forward_hooks', L['self']._modules['layers']._modules['3']._modules['linear'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['3']._modules['linear']._forward_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['3']._modules['linear']._forward_hooks.keys()) == []
#   ___dict_contains('_backward_hooks', L['self']._modules['layers']._modules['3']._modules['linear'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['3']._modules['linear']._backward_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['3']._modules['linear']._backward_hooks.keys()) == []
#   ___dict_contains('_backward_pre_hooks', L['self']._modules['layers']._modules['3']._modules['linear'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['3']._modules['linear']._backward_pre_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['3']._modules['linear']._backward_pre_hooks.keys()) == []
#   ___dict_contains('_forward_pre_hooks', L['self']._modules['layers']._modules['3']._modules['linear'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['3']._modules['linear']._forward_pre_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['3']._modules['linear']._forward_pre_hooks.keys()) == []
#   not ___dict_contains('weight', L['self']._modules['layers']._modules['3']._modules['linear'].__dict__)
#   ___dict_contains('_parameters', L['self']._modules['layers']._modules['3']._modules['linear'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['3']._modules['linear']._parameters, …), type=<class 'dict'>
#   ___dict_contains('weight', L['self']._modules['layers']._modules['3']._modules['linear']._parameters)
#   check_tensor(L['self']._modules['layers']._modules['3']._modules['linear']._parameters['weight'], Parameter, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=True, size=[4, 4], stride=[4, 1])
#   not ___dict_contains('bias', L['self']._modules['layers']._modules['3']._modules['linear'].__dict__)
#   ___dict_contains('bias', L['self']._modules['layers']._modules['3']._modules['linear']._parameters)
#   check_tensor(L['self']._modules['layers']._modules['3']._modules['linear']._parameters['bias'], Parameter, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=True, size=[4], stride=[1])
#   check_no_aliasing(L['x'], L['self']._modules['layers']._modules['0']._modules['linear']._parameters['weight'], L['self']._modules['layers']._modules['0']._modules['linear']._parameters['bias'], L['self']._modules['layers']._modules['1']._modules['linear']._parameters['weight'], L['self']._modules['layers']._modules['1']._modules['linear']._parameters['bias'], L['self']._modules['layers']._modules['2']._modules['linear']._parameters['weight'], L['self']._modules['layers']._modules['2']._modules['linear']._parameters['bias'], L['self']._modules['layers']._modules['3']._modules['linear']._parameters['weight'], L['self']._modules['layers']._modules['3']._modules['linear']._parameters['bias'])
#   2 <= L['x'].size()[0]
#   2 <= L['x'].size()[1]
#   L['x'].size()[1] == 4
#   builtins: iter
#   of libraries: 62
