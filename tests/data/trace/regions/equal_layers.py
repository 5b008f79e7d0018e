"""Layers that compute the same reach the backend as one body and its calls; what is before and after them stays."""

import torch


class Layer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = torch.nn.LayerNorm(4)
        self.up = torch.nn.Linear(4, 8)
        self.down = torch.nn.Linear(8, 4)

    def forward(self, x, mask):
        y = self.norm(x)
        y = self.up(y).relu() * 2
        y = y + y.sum(-1, keepdim=True)
        return x + self.down(y).tanh() * mask


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = torch.nn.ModuleList(Layer() for _ in range(3))
        self.head = torch.nn.Linear(4, 2)

    def forward(self, x):
        mask = x > 0
        x = x.detach() * 0.5
        for layer in self.layers:
            x = layer(x, mask)
        return self.head(x)


torch.manual_seed(0)
config = {"repeated_regions": "always"}
model = Model().requires_grad_(False)
calls = [(torch.randn(3, 4),), (torch.randn(3, 4),)]


# expect graphs
# graph 0
#   l_x_: input
#   l_self_modules_layers_modules_0_modules_norm_parameters_weight_: input
#   l_self_modules_layers_modules_0_modules_norm_parameters_bias_: input
#   l_self_modules_layers_modules_0_modules_up_parameters_weight_: input
#   l_self_modules_layers_modules_0_modules_up_parameters_bias_: input
#   l_self_modules_layers_modules_0_modules_down_parameters_weight_: input
#   l_self_modules_layers_modules_0_modules_down_parameters_bias_: input
#   l_self_modules_layers_modules_1_modules_norm_parameters_weight_: input
#   l_self_modules_layers_modules_1_modules_norm_parameters_bias_: input
#   l_self_modules_layers_modules_1_modules_up_parameters_weight_: input
#   l_self_modules_layers_modules_1_modules_up_parameters_bias_: input
#   l_self_modules_layers_modules_1_modules_down_parameters_weight_: input
#   l_self_modules_layers_modules_1_modules_down_parameters_bias_: input
#   l_self_modules_layers_modules_2_modules_norm_parameters_weight_: input
#   l_self_modules_layers_modules_2_modules_norm_parameters_bias_: input
#   l_self_modules_layers_modules_2_modules_up_parameters_weight_: input
#   l_self_modules_layers_modules_2_modules_up_parameters_bias_: input
#   l_self_modules_layers_modules_2_modules_down_parameters_weight_: input
#   l_self_modules_layers_modules_2_modules_down_parameters_bias_: input
#   l_self_modules_head_parameters_weight_: input
#   l_self_modules_head_parameters_bias_: input
#   mask = gt(l_x_, 0)
#   detach = l_x_.detach()
#   x = mul(detach, 0.5)
#   subgraph_0 = subgraph_0()
#   invoke_subgraph = invoke_subgraph(subgraph_0, 'subgraph_0', x, l_self_modules_layers_modules_0_modules_norm_parameters_weight_, l_self_modules_layers_modules_0_modules_norm_parameters_bias_, l_self_modules_layers_modules_0_modules_up_parameters_weight_, l_self_modules_layers_modules_0_modules_up_parameters_bias_, l_self_modules_layers_modules_0_modules_down_parameters_weight_, l_self_modules_layers_modules_0_modules_down_parameters_bias_, mask)
#   getitem = getitem(invoke_subgraph, 0)
#   subgraph_1 = subgraph_0()
#   invoke_subgraph_1 = invoke_subgraph(subgraph_1, 'subgraph_0', getitem, l_self_modules_layers_modules_1_modules_norm_parameters_weight_, l_self_modules_layers_modules_1_modules_norm_parameters_bias_, l_self_modules_layers_modules_1_modules_up_parameters_weight_, l_self_modules_layers_modules_1_modules_up_parameters_bias_, l_self_modules_layers_modules_1_modules_down_parameters_weight_, l_self_modules_layers_modules_1_modules_down_parameters_bias_, mask)
#   getitem_1 = getitem(invoke_subgraph_1, 0)
#   subgraph_2 = subgraph_0()
#   invoke_subgraph_2 = invoke_subgraph(subgraph_2, 'subgraph_0', getitem_1, l_self_modules_layers_modules_2_modules_norm_parameters_weight_, l_self_modules_layers_modules_2_modules_norm_parameters_bias_, l_self_modules_layers_modules_2_modules_up_parameters_weight_, l_self_modules_layers_modules_2_modules_up_parameters_bias_, l_self_modules_layers_modules_2_modules_down_parameters_weight_, l_self_modules_layers_modules_2_modules_down_parameters_bias_, mask)
#   getitem_2 = getitem(invoke_subgraph_2, 0)
#   linear = linear(getitem_2, l_self_modules_head_parameters_weight_, l_self_modules_head_parameters_bias_)
#   return (linear,)
# expect breaks
# expect guards
# Model.forward
#   ___check_global_state()
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[3, 4], stride=[4, 1])
#   check_marks(L['x'], {})
#   not ___dict_contains('detach', L['x'].__dict__)
#   ___check_type_id(L['self'], …), type=<class 'case_equal_layers_py.Model'>
#   <class 'case_equal_layers_py.Model'>.__mro__ == [<class 'case_equal_layers_py.Model'>, <class 'torch.nn.modules.module.Module'>, <class 'object'>]
#   _PyType_Lookup(<class 'case_equal_layers_py.Model'>, '__getattribute__') is <wrapper_descriptor __getattribute__>
#   _PyType_Lookup(<class 'case_equal_layers_py.Model'>, 'layers') is nothing
#   not ___dict_contains('layers', L['self'].__dict__)
#   _PyType_Lookup(<class 'case_equal_layers_py.Model'>, '__getattr__') is <function Module.__getattr__>
#   ___check_obj_id(Model.__getattr__.__code__, …)
#   _PyType_Lookup(<class 'case_equal_layers_py.Model'>, '__torch_function__') is nothing
#   _PyType_Lookup(<class 'case_equal_layers_py.Model'>, '__dict__') is <getset_descriptor __dict__>
#   ___dict_contains('_parameters', L['self'].__dict__)
#   ___check_type_id(L['self']._parameters, …), type=<class 'dict'>
#   not ___dict_contains('layers', L['self']._parameters)
#   ___dict_contains('_buffers', L['self'].__dict__)
#   ___check_type_id(L['self']._buffers, …), type=<class 'dict'>
#   not ___dict_contains('layers', L['self']._buffers)
#   ___dict_contains('_modules', L['self'].__dict__)
#   ___check_type_id(L['self']._modules, …), type=<class 'dict'>
#   ___dict_contains('layers', L['self']._modules)
#   ___check_type_id(L['self']._modules['layers'], …), type=<class 'torch.nn.modules.container.ModuleList'>
#   ___dict_contains('_modules', L['self']._modules['layers'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules, …), type=<class 'dict'>
#   list(L['self']._modules['layers']._modules.keys()) == ['0', '1', '2']
#   ___check_type_id(L['self']._modules['layers']._modules['0'], …), type=<class 'case_equal_layers_py.Layer'>
#   <class 'case_equal_layers_py.Layer'>.__mro__ == [<class 'case_equal_layers_py.Layer'>, <class 'torch.nn.modules.module.Module'>, <class 'object'>]
#   _PyType_Lookup(<class 'case_equal_layers_py.Layer'>, '__call__') is <function Module._wrapped_call_impl>
#   ___check_obj_id(Layer.__call__.__code__, …)
#   _PyType_Lookup(<class 'case_equal_layers_py.Layer'>, '__torch_function__') is nothing
#   _PyType_Lookup(<class 'case_equal_layers_py.Layer'>, '__getattribute__') is <wrapper_descriptor __getattribute__>
#   _PyType_Lookup(<class 'case_equal_layers_py.Layer'>, '_compiled_call_impl') is None
#   not ___dict_contains('_compiled_call_impl', L['self']._modules['layers']._modules['0'].__dict__)
#   _PyType_Lookup(<class 'case_equal_layers_py.Layer'>, '_call_impl') is <function Module._call_impl>
#   not ___dict_contains('_call_impl', L['self']._modules['layers']._modules['0'].__dict__)
#   ___check_obj_id(Layer._call_impl.__code__, …)
#   _PyType_Lookup(<class 'case_equal_layers_py.Layer'>, 'forward') is <function Layer.forward>
#   not ___dict_contains('forward', L['self']._modules['layers']._modules['0'].__dict__)
#   _PyType_Lookup(<class 'case_equal_layers_py.Layer'>, '_forward_hooks') is nothing
#   ___dict_contains('_forward_hooks', L['self']._modules['layers']._modules['0'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['0']._forward_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['0']._forward_hooks.keys()) == []
#   _PyType_Lookup(<class 'case_equal_layers_py.Layer'>, '_backward_hooks') is nothing
#   ___dict_contains('_backward_hooks', L['self']._modules['layers']._modules['0'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['0']._backward_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['0']._backward_hooks.keys()) == []
#   _PyType_Lookup(<class 'case_equal_layers_py.Layer'>, '_backward_pre_hooks') is nothing
#   ___dict_contains('_backward_pre_hooks', L['self']._modules['layers']._modules['0'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['0']._backward_pre_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['0']._backward_pre_hooks.keys()) == []
#   _PyType_Lookup(<class 'case_equal_layers_py.Layer'>, '_forward_pre_hooks') is nothing
#   ___dict_contains('_forward_pre_hooks', L['self']._modules['layers']._modules['0'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['0']._forward_pre_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['0']._forward_pre_hooks.keys()) == []
#   ___check_obj_id(Layer.forward.__code__, …)
#   _PyType_Lookup(<class 'case_equal_layers_py.Layer'>, 'norm') is nothing
#   not ___dict_contains('norm', L['self']._modules['layers']._modules['0'].__dict__)
#   _PyType_Lookup(<class 'case_equal_layers_py.Layer'>, '__getattr__') is <function Module.__getattr__>
#   _PyType_Lookup(<class 'case_equal_layers_py.Layer'>, '__dict__') is <getset_descriptor __dict__>
#   ___dict_contains('_parameters', L['self']._modules['layers']._modules['0'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['0']._parameters, …), type=<class 'dict'>
#   not ___dict_contains('norm', L['self']._modules['layers']._modules['0']._parameters)
#   ___dict_contains('_buffers', L['self']._modules['layers']._modules['0'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['0']._buffers, …), type=<class 'dict'>
#   not ___dict_contains('norm', L['self']._modules['layers']._modules['0']._buffers)
#   ___dict_contains('_modules', L['self']._modules['layers']._modules['0'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['0']._modules, …), type=<class 'dict'>
#   ___dict_contains('norm', L['self']._modules['layers']._modules['0']._modules)
#   ___check_type_id(L['self']._modules['layers']._modules['0']._modules['norm'], …), type=<class 'torch.nn.modules.normalization.LayerNorm'>
#   not ___dict_contains('_compiled_call_impl', L['self']._modules['layers']._modules['0']._modules['norm'].__dict__)
#   not ___dict_contains('_call_impl', L['self']._modules['layers']._modules['0']._modules['norm'].__dict__)
#   not ___dict_contains('forward', L['self']._modules['layers']._modules['0']._modules['norm'].__dict__)
#   ___dict_contains('_forward_hooks', L['self']._modules['layers']._modules['0']._modules['norm'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['0']._modules['norm']._forward_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['0']._modules['norm']._forward_hooks.keys()) == []
#   ___dict_contains('_backward_hooks', L['self']._modules['layers']._modules['0']._modules['norm'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['0']._modules['norm']._backward_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['0']._modules['norm']._backward_hooks.keys()) == []
#   ___dict_contains('_backward_pre_hooks', L['self']._modules['layers']._modules['0']._modules['norm'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['0']._modules['norm']._backward_pre_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['0']._modules['norm']._backward_pre_hooks.keys()) == []
#   ___dict_contains('_forward_pre_hooks', L['self']._modules['layers']._modules['0']._modules['norm'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['0']._modules['norm']._forward_pre_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['0']._modules['norm']._forward_pre_hooks.keys()) == []
#   ___dict_contains('normalized_shape', L['self']._modules['layers']._modules['0']._modules['norm'].__dict__)
#   not ___dict_contains('weight', L['self']._modules['layers']._modules['0']._modules['norm'].__dict__)
#   ___dict_contains('_parameters', L['self']._modules['layers']._modules['0']._modules['norm'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['0']._modules['norm']._parameters, …), type=<class 'dict'>
#   ___dict_contains('weight', L['self']._modules['layers']._modules['0']._modules['norm']._parameters)
#   check_tensor(L['self']._modules['layers']._modules['0']._modules['norm']._parameters['weight'], Parameter, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[4], stride=[1])
#   not ___dict_contains('bias', L['self']._modules['layers']._modules['0']._modules['norm'].__dict__)
#   ___dict_contains('bias', L['self']._modules['layers']._modules['0']._modules['norm']._parameters)
#   check_tensor(L['self']._modules['layers']._modules['0']._modules['norm']._parameters['bias'], Parameter, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[4], stride=[1])
#   ___dict_contains('eps', L['self']._modules['layers']._modules['0']._modules['norm'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['0']._modules['norm'].normalized_shape, …), type=<class 'tuple'>
#   len(L['self']._modules['layers']._modules['0']._modules['norm'].normalized_shape) == 1
#   L['self']._modules['layers']._modules['0']._modules['norm'].normalized_shape[0] == 4
#   L['self']._modules['layers']._modules['0']._modules['norm'].eps == 1e-05
#   _PyType_Lookup(<class 'case_equal_layers_py.Layer'>, 'up') is nothing
#   not ___dict_contains('up', L['self']._modules['layers']._modules['0'].__dict__)
#   not ___dict_contains('up', L['self']._modules['layers']._modules['0']._parameters)
#   not ___dict_contains('up', L['self']._modules['layers']._modules['0']._buffers)
#   ___dict_contains('up', L['self']._modules['layers']._modules['0']._modules)
#   ___check_type_id(L['self']._modules['layers']._modules['0']._modules['up'], …), type=<class 'torch.nn.modules.linear.Linear'>
#   not ___dict_contains('_compiled_call_impl', L['self']._modules['layers']._modules['0']._modules['up'].__dict__)
#   not ___dict_contains('_call_impl', L['self']._modules['layers']._modules['0']._modules['up'].__dict__)
#   not ___dict_contains('forward', L['self']._modules['layers']._modules['0']._modules['up'].__dict__)
#   ___dict_contains('_forward_hooks', L['self']._modules['layers']._modules['0']._modules['up'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['0']._modules['up']._forward_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['0']._modules['up']._forward_hooks.keys()) == []
#   ___dict_contains('_backward_hooks', L['self']._modules['layers']._modules['0']._modules['up'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['0']._modules['up']._backward_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['0']._modules['up']._backward_hooks.keys()) == []
#   ___dict_contains('_backward_pre_hooks', L['self']._modules['layers']._modules['0']._modules['up'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['0']._modules['up']._backward_pre_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['0']._modules['up']._backward_pre_hooks.keys()) == []
#   ___dict_contains('_forward_pre_hooks', L['self']._modules['layers']._modules['0']._modules['up'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['0']._modules['up']._forward_pre_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['0']._modules['up']._forward_pre_hooks.keys()) == []
#   not ___dict_contains('weight', L['self']._modules['layers']._modules['0']._modules['up'].__dict__)
#   ___dict_contains('_parameters', L['self']._modules['layers']._modules['0']._modules['up'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['0']._modules['up']._parameters, …), type=<class 'dict'>
#   ___dict_contains('weight', L['self']._modules['layers']._modules['0']._modules['up']._parameters)
#   check_tensor(L['self']._modules['layers']._modules['0']._modules['up']._parameters['weight'], Parameter, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[8, 4], stride=[4, 1])
#   not ___dict_contains('bias', L['self']._modules['layers']._modules['0']._modules['up'].__dict__)
#   ___dict_contains('bias', L['self']._modules['layers']._modules['0']._modules['up']._parameters)
#   check_tensor(L['self']._modules['layers']._modules['0']._modules['up']._parameters['bias'], Parameter, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[8], stride=[1])
#   _PyType_Lookup(<class 'case_equal_layers_py.Layer'>, 'down') is nothing
#   not ___dict_contains('down', L['self']._modules['layers']._modules['0'].__dict__)
#   not ___dict_contains('down', L['self']._modules['layers']._modules['0']._parameters)
#   not ___dict_contains('down', L['self']._modules['layers']._modules['0']._buffers)
#   ___dict_contains('down', L['self']._modules['layers']._modules['0']._modules)
#   ___check_type_id(L['self']._modules['layers']._modules['0']._modules['down'], …), type=<class 'torch.nn.modules.linear.Linear'>
#   not ___dict_contains('_compiled_call_impl', L['self']._modules['layers']._modules['0']._modules['down'].__dict__)
#   not ___dict_contains('_call_impl', L['self']._modules['layers']._modules['0']._modules['down'].__dict__)
#   not ___dict_contains('forward', L['self']._modules['layers']._modules['0']._modules['down'].__dict__)
#   ___dict_contains('_forward_hooks', L['self']._modules['layers']._modules['0']._modules['down'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['0']._modules['down']._forward_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['0']._modules['down']._forward_hooks.keys()) == []
#   ___dict_contains('_backward_hooks', L['self']._modules['layers']._modules['0']._modules['down'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['0']._modules['down']._backward_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['0']._modules['down']._backward_hooks.keys()) == []
#   ___dict_contains('_backward_pre_hooks', L['self']._modules['layers']._modules['0']._modules['down'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['0']._modules['down']._backward_pre_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['0']._modules['down']._backward_pre_hooks.keys()) == []
#   ___dict_contains('_forward_pre_hooks', L['self']._modules['layers']._modules['0']._modules['down'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['0']._modules['down']._forward_pre_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['0']._modules['down']._forward_pre_hooks.keys()) == []
#   not ___dict_contains('weight', L['self']._modules['layers']._modules['0']._modules['down'].__dict__)
#   ___dict_contains('_parameters', L['self']._modules['layers']._modules['0']._modules['down'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['0']._modules['down']._parameters, …), type=<class 'dict'>
#   ___dict_contains('weight', L['self']._modules['layers']._modules['0']._modules['down']._parameters)
#   check_tensor(L['self']._modules['layers']._modules['0']._modules['down']._parameters['weight'], Parameter, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[4, 8], stride=[8, 1])
#   not ___dict_contains('bias', L['self']._modules['layers']._modules['0']._modules['down'].__dict__)
#   ___dict_contains('bias', L['self']._modules['layers']._modules['0']._modules['down']._parameters)
#   check_tensor(L['self']._modules['layers']._modules['0']._modules['down']._parameters['bias'], Parameter, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[4], stride=[1])
#   ___check_type_id(L['self']._modules['layers']._modules['1'], …), type=<class 'case_equal_layers_py.Layer'>
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
#   not ___dict_contains('norm', L['self']._modules['layers']._modules['1'].__dict__)
#   ___dict_contains('_parameters', L['self']._modules['layers']._modules['1'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['1']._parameters, …), type=<class 'dict'>
#   not ___dict_contains('norm', L['self']._modules['layers']._modules['1']._parameters)
#   ___dict_contains('_buffers', L['self']._modules['layers']._modules['1'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['1']._buffers, …), type=<class 'dict'>
#   not ___dict_contains('norm', L['self']._modules['layers']._modules['1']._buffers)
#   ___dict_contains('_modules', L['self']._modules['layers']._modules['1'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['1']._modules, …), type=<class 'dict'>
#   ___dict_contains('norm', L['self']._modules['layers']._modules['1']._modules)
#   ___check_type_id(L['self']._modules['layers']._modules['1']._modules['norm'], …), type=<class 'torch.nn.modules.normalization.LayerNorm'>
#   not ___dict_contains('_compiled_call_impl', L['self']._modules['layers']._modules['1']._modules['norm'].__dict__)
#   not ___dict_contains('_call_impl', L['self']._modules['layers']._modules['1']._modules['norm'].__dict__)
#   not ___dict_contains('forward', L['self']._modules['layers']._modules['1']._modules['norm'].__dict__)
#   ___dict_contains('_forward_hooks', L['self']._modules['layers']._modules['1']._modules['norm'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['1']._modules['norm']._forward_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['1']._modules['norm']._forward_hooks.keys()) == []
#   ___dict_contains('_backward_hooks', L['self']._modules['layers']._modules['1']._modules['norm'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['1']._modules['norm']._backward_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['1']._modules['norm']._backward_hooks.keys()) == []
#   ___dict_contains('_backward_pre_hooks', L['self']._modules['layers']._modules['1']._modules['norm'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['1']._modules['norm']._backward_pre_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['1']._modules['norm']._backward_pre_hooks.keys()) == []
#   ___dict_contains('_forward_pre_hooks', L['self']._modules['layers']._modules['1']._modules['norm'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['1']._modules['norm']._forward_pre_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['1']._modules['norm']._forward_pre_hooks.keys()) == []
#   ___dict_contains('normalized_shape', L['self']._modules['layers']._modules['1']._modules['norm'].__dict__)
#   not ___dict_contains('weight', L['self']._modules['layers']._modules['1']._modules['norm'].__dict__)
#   ___dict_contains('_parameters', L['self']._modules['layers']._modules['1']._modules['norm'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['1']._modules['norm']._parameters, …), type=<class 'dict'>
#   ___dict_contains('weight', L['self']._modules['layers']._modules['1']._modules['norm']._parameters)
#   check_tensor(L['self']._modules['layers']._modules['1']._modules['norm']._parameters['weight'], Parameter, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[4], stride=[1])
#   not ___dict_contains('bias', L['self']._modules['layers']._modules['1']._modules['norm'].__dict__)
#   ___dict_contains('bias', L['self']._modules['layers']._modules['1']._modules['norm']._parameters)
#   check_tensor(L['self']._modules['layers']._modules['1']._modules['norm']._parameters['bias'], Parameter, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[4], stride=[1])
#   ___dict_contains('eps', L['self']._modules['layers']._modules['1']._modules['norm'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['1']._modules['norm'].normalized_shape, …), type=<class 'tuple'>
#   len(L['self']._modules['layers']._modules['1']._modules['norm'].normalized_shape) == 1
#   L['self']._modules['layers']._modules['1']._modules['norm'].normalized_shape[0] == 4
#   L['self']._modules['layers']._modules['1']._modules['norm'].eps == 1e-05
#   not ___dict_contains('up', L['self']._modules['layers']._modules['1'].__dict__)
#   not ___dict_contains('up', L['self']._modules['layers']._modules['1']._parameters)
#   not ___dict_contains('up', L['self']._modules['layers']._modules['1']._buffers)
#   ___dict_contains('up', L['self']._modules['layers']._modules['1']._modules)
#   ___check_type_id(L['self']._modules['layers']._modules['1']._modules['up'], …), type=<class 'torch.nn.modules.linear.Linear'>
#   not ___dict_contains('_compiled_call_impl', L['self']._modules['layers']._modules['1']._modules['up'].__dict__)
#   not ___dict_contains('_call_impl', L['self']._modules['layers']._modules['1']._modules['up'].__dict__)
#   not ___dict_contains('forward', L['self']._modules['layers']._modules['1']._modules['up'].__dict__)
#   ___dict_contains('_forward_hooks', L['self']._modules['layers']._modules['1']._modules['up'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['1']._modules['up']._forward_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['1']._modules['up']._forward_hooks.keys()) == []
#   ___dict_contains('_backward_hooks', L['self']._modules['layers']._modules['1']._modules['up'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['1']._modules['up']._backward_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['1']._modules['up']._backward_hooks.keys()) == []
#   ___dict_contains('_backward_pre_hooks', L['self']._modules['layers']._modules['1']._modules['up'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['1']._modules['up']._backward_pre_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['1']._modules['up']._backward_pre_hooks.keys()) == []
#   ___dict_contains('_forward_pre_hooks', L['self']._modules['layers']._modules['1']._modules['up'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['1']._modules['up']._forward_pre_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['1']._modules['up']._forward_pre_hooks.keys()) == []
#   not ___dict_contains('weight', L['self']._modules['layers']._modules['1']._modules['up'].__dict__)
#   ___dict_contains('_parameters', L['self']._modules['layers']._modules['1']._modules['up'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['1']._modules['up']._parameters, …), type=<class 'dict'>
#   ___dict_contains('weight', L['self']._modules['layers']._modules['1']._modules['up']._parameters)
#   check_tensor(L['self']._modules['layers']._modules['1']._modules['up']._parameters['weight'], Parameter, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[8, 4], stride=[4, 1])
#   not ___dict_contains('bias', L['self']._modules['layers']._modules['1']._modules['up'].__dict__)
#   ___dict_contains('bias', L['self']._modules['layers']._modules['1']._modules['up']._parameters)
#   check_tensor(L['self']._modules['layers']._modules['1']._modules['up']._parameters['bias'], Parameter, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[8], stride=[1])
#   not ___dict_contains('down', L['self']._modules['layers']._modules['1'].__dict__)
#   not ___dict_contains('down', L['self']._modules['layers']._modules['1']._parameters)
#   not ___dict_contains('down', L['self']._modules['layers']._modules['1']._buffers)
#   ___dict_contains('down', L['self']._modules['layers']._modules['1']._modules)
#   ___check_type_id(L['self']._modules['layers']._modules['1']._modules['down'], …), type=<class 'torch.nn.modules.linear.Linear'>
#   not ___dict_contains('_compiled_call_impl', L['self']._modules['layers']._modules['1']._modules['down'].__dict__)
#   not ___dict_contains('_call_impl', L['self']._modules['layers']._modules['1']._modules['down'].__dict__)
#   not ___dict_contains('forward', L['self']._modules['layers']._modules['1']._modules['down'].__dict__)
#   ___dict_contains('_forward_hooks', L['self']._modules['layers']._modules['1']._modules['down'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['1']._modules['down']._forward_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['1']._modules['down']._forward_hooks.keys()) == []
#   ___dict_contains('_backward_hooks', L['self']._modules['layers']._modules['1']._modules['down'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['1']._modules['down']._backward_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['1']._modules['down']._backward_hooks.keys()) == []
#   ___dict_contains('_backward_pre_hooks', L['self']._modules['layers']._modules['1']._modules['down'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['1']._modules['down']._backward_pre_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['1']._modules['down']._backward_pre_hooks.keys()) == []
#   ___dict_contains('_forward_pre_hooks', L['self']._modules['layers']._modules['1']._modules['down'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['1']._modules['down']._forward_pre_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['1']._modules['down']._forward_pre_hooks.keys()) == []
#   not ___dict_contains('weight', L['self']._modules['layers']._modules['1']._modules['down'].__dict__)
#   ___dict_contains('_parameters', L['self']._modules['layers']._modules['1']._modules['down'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['1']._modules['down']._parameters, …), type=<class 'dict'>
#   ___dict_contains('weight', L['self']._modules['layers']._modules['1']._modules['down']._parameters)
#   check_tensor(L['self']._modules['layers']._modules['1']._modules['down']._parameters['weight'], Parameter, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[4, 8], stride=[8, 1])
#   not ___dict_contains('bias', L['self']._modules['layers']._modules['1']._modules['down'].__dict__)
#   ___dict_contains('bias', L['self']._modules['layers']._modules['1']._modules['down']._parameters)
#   check_tensor(L['self']._modules['layers']._modules['1']._modules['down']._parameters['bias'], Parameter, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[4], stride=[1])
#   ___check_type_id(L['self']._modules['layers']._modules['2'], …), type=<class 'case_equal_layers_py.Layer'>
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
#   not ___dict_contains('norm', L['self']._modules['layers']._modules['2'].__dict__)
#   ___dict_contains('_parameters', L['self']._modules['layers']._modules['2'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['2']._parameters, …), type=<class 'dict'>
#   not ___dict_contains('norm', L['self']._modules['layers']._modules['2']._parameters)
#   ___dict_contains('_buffers', L['self']._modules['layers']._modules['2'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['2']._buffers, …), type=<class 'dict'>
#   not ___dict_contains('norm', L['self']._modules['layers']._modules['2']._buffers)
#   ___dict_contains('_modules', L['self']._modules['layers']._modules['2'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['2']._modules, …), type=<class 'dict'>
#   ___dict_contains('norm', L['self']._modules['layers']._modules['2']._modules)
#   ___check_type_id(L['self']._modules['layers']._modules['2']._modules['norm'], …), type=<class 'torch.nn.modules.normalization.LayerNorm'>
#   not ___dict_contains('_compiled_call_impl', L['self']._modules['layers']._modules['2']._modules['norm'].__dict__)
#   not ___dict_contains('_call_impl', L['self']._modules['layers']._modules['2']._modules['norm'].__dict__)
#   not ___dict_contains('forward', L['self']._modules['layers']._modules['2']._modules['norm'].__dict__)
#   ___dict_contains('_forward_hooks', L['self']._modules['layers']._modules['2']._modules['norm'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['2']._modules['norm']._forward_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['2']._modules['norm']._forward_hooks.keys()) == []
#   ___dict_contains('_backward_hooks', L['self']._modules['layers']._modules['2']._modules['norm'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['2']._modules['norm']._backward_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['2']._modules['norm']._backward_hooks.keys()) == []
#   ___dict_contains('_backward_pre_hooks', L['self']._modules['layers']._modules['2']._modules['norm'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['2']._modules['norm']._backward_pre_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['2']._modules['norm']._backward_pre_hooks.keys()) == []
#   ___dict_contains('_forward_pre_hooks', L['self']._modules['layers']._modules['2']._modules['norm'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['2']._modules['norm']._forward_pre_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['2']._modules['norm']._forward_pre_hooks.keys()) == []
#   ___dict_contains('normalized_shape', L['self']._modules['layers']._modules['2']._modules['norm'].__dict__)
#   not ___dict_contains('weight', L['self']._modules['layers']._modules['2']._modules['norm'].__dict__)
#   ___dict_contains('_parameters', L['self']._modules['layers']._modules['2']._modules['norm'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['2']._modules['norm']._parameters, …), type=<class 'dict'>
#   ___dict_contains('weight', L['self']._modules['layers']._modules['2']._modules['norm']._parameters)
#   check_tensor(L['self']._modules['layers']._modules['2']._modules['norm']._parameters['weight'], Parameter, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[4], stride=[1])
#   not ___dict_contains('bias', L['self']._modules['layers']._modules['2']._modules['norm'].__dict__)
#   ___dict_contains('bias', L['self']._modules['layers']._modules['2']._modules['norm']._parameters)
#   check_tensor(L['self']._modules['layers']._modules['2']._modules['norm']._parameters['bias'], Parameter, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[4], stride=[1])
#   ___dict_contains('eps', L['self']._modules['layers']._modules['2']._modules['norm'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['2']._modules['norm'].normalized_shape, …), type=<class 'tuple'>
#   len(L['self']._modules['layers']._modules['2']._modules['norm'].normalized_shape) == 1
#   L['self']._modules['layers']._modules['2']._modules['norm'].normalized_shape[0] == 4
#   L['self']._modules['layers']._modules['2']._modules['norm'].eps == 1e-05
#   not ___dict_contains('up', L['self']._modules['layers']._modules['2'].__dict__)
#   not ___dict_contains('up', L['self']._modules['layers']._modules['2']._parameters)
#   not ___dict_contains('up', L['self']._modules['layers']._modules['2']._buffers)
#   ___dict_contains('up', L['self']._modules['layers']._modules['2']._modules)
#   ___check_type_id(L['self']._modules['layers']._modules['2']._modules['up'], …), type=<class 'torch.nn.modules.linear.Linear'>
#   not ___dict_contains('_compiled_call_impl', L['self']._modules['layers']._modules['2']._modules['up'].__dict__)
#   not ___dict_contains('_call_impl', L['self']._modules['layers']._modules['2']._modules['up'].__dict__)
#   not ___dict_contains('forward', L['self']._modules['layers']._modules['2']._modules['up'].__dict__)
#   ___dict_contains('_forward_hooks', L['self']._modules['layers']._modules['2']._modules['up'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['2']._modules['up']._forward_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['2']._modules['up']._forward_hooks.keys()) == []
#   ___dict_contains('_backward_hooks', L['self']._modules['layers']._modules['2']._modules['up'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['2']._modules['up']._backward_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['2']._modules['up']._backward_hooks.keys()) == []
#   ___dict_contains('_backward_pre_hooks', L['self']._modules['layers']._modules['2']._modules['up'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['2']._modules['up']._backward_pre_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['2']._modules['up']._backward_pre_hooks.keys()) == []
#   ___dict_contains('_forward_pre_hooks', L['self']._modules['layers']._modules['2']._modules['up'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['2']._modules['up']._forward_pre_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['2']._modules['up']._forward_pre_hooks.keys()) == []
#   not ___dict_contains('weight', L['self']._modules['layers']._modules['2']._modules['up'].__dict__)
#   ___dict_contains('_parameters', L['self']._modules['layers']._modules['2']._modules['up'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['2']._modules['up']._parameters, …), type=<class 'dict'>
#   ___dict_contains('weight', L['self']._modules['layers']._modules['2']._modules['up']._parameters)
#   check_tensor(L['self']._modules['layers']._modules['2']._modules['up']._parameters['weight'], Parameter, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[8, 4], stride=[4, 1])
#   not ___dict_contains('bias', L['self']._modules['layers']._modules['2']._modules['up'].__dict__)
#   ___dict_contains('bias', L['self']._modules['layers']._modules['2']._modules['up']._parameters)
#   check_tensor(L['self']._modules['layers']._modules['2']._modules['up']._parameters['bias'], Parameter, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[8], stride=[1])
#   not ___dict_contains('down', L['self']._modules['layers']._modules['2'].__dict__)
#   not ___dict_contains('down', L['self']._modules['layers']._modules['2']._parameters)
#   not ___dict_contains('down', L['self']._modules['layers']._modules['2']._buffers)
#   ___dict_contains('down', L['self']._modules['layers']._modules['2']._modules)
#   ___check_type_id(L['self']._modules['layers']._modules['2']._modules['down'], …), type=<class 'torch.nn.modules.linear.Linear'>
#   not ___dict_contains('_compiled_call_impl', L['self']._modules['layers']._modules['2']._modules['down'].__dict__)
#   not ___dict_contains('_call_impl', L['self']._modules['layers']._modules['2']._modules['down'].__dict__)
#   not ___dict_contains('forward', L['self']._modules['layers']._modules['2']._modules['down'].__dict__)
#   ___dict_contains('_forward_hooks', L['self']._modules['layers']._modules['2']._modules['down'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['2']._modules['down']._forward_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['2']._modules['down']._forward_hooks.keys()) == []
#   ___dict_contains('_backward_hooks', L['self']._modules['layers']._modules['2']._modules['down'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['2']._modules['down']._backward_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['2']._modules['down']._backward_hooks.keys()) == []
#   ___dict_contains('_backward_pre_hooks', L['self']._modules['layers']._modules['2']._modules['down'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['2']._modules['down']._backward_pre_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['2']._modules['down']._backward_pre_hooks.keys()) == []
#   ___dict_contains('_forward_pre_hooks', L['self']._modules['layers']._modules['2']._modules['down'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['2']._modules['down']._forward_pre_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['layers']._modules['2']._modules['down']._forward_pre_hooks.keys()) == []
#   not ___dict_contains('weight', L['self']._modules['layers']._modules['2']._modules['down'].__dict__)
#   ___dict_contains('_parameters', L['self']._modules['layers']._modules['2']._modules['down'].__dict__)
#   ___check_type_id(L['self']._modules['layers']._modules['2']._modules['down']._parameters, …), type=<class 'dict'>
#   ___dict_contains('weight', L['self']._modules['layers']._modules['2']._modules['down']._parameters)
#   check_tensor(L['self']._modules['layers']._modules['2']._modules['down']._parameters['weight'], Parameter, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[4, 8], stride=[8, 1])
#   not ___dict_contains('bias', L['self']._modules['layers']._modules['2']._modules['down'].__dict__)
#   ___dict_contains('bias', L['self']._modules['layers']._modules['2']._modules['down']._parameters)
#   check_tensor(L['self']._modules['layers']._modules['2']._modules['down']._parameters['bias'], Parameter, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[4], stride=[1])
#   _PyType_Lookup(<class 'case_equal_layers_py.Model'>, 'head') is nothing
#   not ___dict_contains('head', L['self'].__dict__)
#   not ___dict_contains('head', L['self']._parameters)
#   not ___dict_contains('head', L['self']._buffers)
#   ___dict_contains('head', L['self']._modules)
#   ___check_type_id(L['self']._modules['head'], …), type=<class 'torch.nn.modules.linear.Linear'>
#   not ___dict_contains('_compiled_call_impl', L['self']._modules['head'].__dict__)
#   not ___dict_contains('_call_impl', L['self']._modules['head'].__dict__)
#   not ___dict_contains('forward', L['self']._modules['head'].__dict__)
#   ___dict_contains('_forward_hooks', L['self']._modules['head'].__dict__)
#   ___check_type_id(L['self']._modules['head']._forward_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['head']._forward_hooks.keys()) == []
#   ___dict_contains('_backward_hooks', L['self']._modules['head'].__dict__)
#   ___check_type_id(L['self']._modules['head']._backward_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['head']._backward_hooks.keys()) == []
#   ___dict_contains('_backward_pre_hooks', L['self']._modules['head'].__dict__)
#   ___check_type_id(L['self']._modules['head']._backward_pre_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['head']._backward_pre_hooks.keys()) == []
#   ___dict_contains('_forward_pre_hooks', L['self']._modules['head'].__dict__)
#   ___check_type_id(L['self']._modules['head']._forward_pre_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['self']._modules['head']._forward_pre_hooks.keys()) == []
#   not ___dict_contains('weight', L['self']._modules['head'].__dict__)
#   ___dict_contains('_parameters', L['self']._modules['head'].__dict__)
#   ___check_type_id(L['self']._modules['head']._parameters, …), type=<class 'dict'>
#   ___dict_contains('weight', L['self']._modules['head']._parameters)
#   check_tensor(L['self']._modules['head']._parameters['weight'], Parameter, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2, 4], stride=[4, 1])
#   not ___dict_contains('bias', L['self']._modules['head'].__dict__)
#   ___dict_contains('bias', L['self']._modules['head']._parameters)
#   check_tensor(L['self']._modules['head']._parameters['bias'], Parameter, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])
#   check_no_aliasing(L['x'], L['self']._modules['layers']._modules['0']._modules['norm']._parameters['weight'], L['self']._modules['layers']._modules['0']._modules['norm']._parameters['bias'], L['self']._modules['layers']._modules['0']._modules['up']._parameters['weight'], L['self']._modules['layers']._modules['0']._modules['up']._parameters['bias'], L['self']._modules['layers']._modules['0']._modules['down']._parameters['weight'], L['self']._modules['layers']._modules['0']._modules['down']._parameters['bias'], L['self']._modules['layers']._modules['1']._modules['norm']._parameters['weight'], L['self']._modules['layers']._modules['1']._modules['norm']._parameters['bias'], L['self']._modules['layers']._modules['1']._modules['up']._parameters['weight'], L['self']._modules['layers']._modules['1']._modules['up']._parameters['bias'], L['self']._modules['layers']._modules['1']._modules['down']._parameters['weight'], L['self']._modules['layers']._modules['1']._modules['down']._parameters['bias'], L['self']._modules['layers']._modules['2']._modules['norm']._parameters['weight'], L['self']._modules['layers']._modules['2']._modules['norm']._parameters['bias'], L['self']._modules['layers']._modules['2']._modules['up']._parameters['weight'], L['self']._modules['layers']._modules['2']._modules['up']._parameters['bias'], L['self']._modules['layers']._modules['2']._modules['down']._parameters['weight'], L['self']._modules['layers']._modules['2']._modules['down']._parameters['bias'], L['self']._modules['head']._parameters['weight'], L['self']._modules['head']._parameters['bias'])
#   builtins: iter
#   of libraries: 69
