"""A checkpointed function is a body of the graph; one that draws random numbers draws the same ones again."""

import torch
from torch.utils.checkpoint import checkpoint


def plain(linear, x, factor=2):
    return torch.relu(linear(x)).sin() * factor


def random(linear, x):
    return torch.nn.functional.dropout(linear(x), 0.5).sin()


def fn(linear, x):
    return checkpoint(plain, linear, x, use_reentrant=False, factor=3), checkpoint(random, linear, x, use_reentrant=False)


def run(function):
    torch.manual_seed(0)
    linear, x = torch.nn.Linear(3, 3), torch.randn(2, 3, requires_grad=True)
    results = function(linear, x)
    sum(result.sum() for result in results).backward()
    return results, x.grad, linear.weight.grad


def case(t):
    t.equal(run(t.compile(fn, fullgraph=True)), run(fn))


# expect graphs
# graph 0
#   l_x_: input
#   l_linear_parameters_weight_: input
#   l_linear_parameters_bias_: input
#   wrap_body_0 = wrap_body_0()
#   tag_activation_checkpoint = tag_activation_checkpoint(wrap_body_0, l_x_, l_linear_parameters_weight_, l_linear_parameters_bias_, use_reentrant=False)
#   getitem = getitem(tag_activation_checkpoint, 0)
#   wrap_body_1 = wrap_body_1()
#   checkpoint_with_numbers = checkpoint_with_numbers(wrap_body_1, l_x_, l_linear_parameters_weight_, l_linear_parameters_bias_, use_reentrant=False)
#   getitem_1 = getitem(checkpoint_with_numbers, 0)
#   return (getitem, getitem_1)
# expect guards
# fn
#   ___check_global_state()
#   ___dict_contains('checkpoint', G)
#   ___dict_contains('plain', G)
#   ___check_obj_id(G['checkpoint'].__code__, …)
#   ___check_type_id(L['linear'], …), type=<class 'torch.nn.modules.linear.Linear'>
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=True, size=[2, 3], stride=[3, 1])
#   check_marks(L['x'], {})
#   ___check_obj_id(G['plain'].__code__, …)
#   ___dict_contains('torch', G)
#   not ___dict_contains('_compiled_call_impl', L['linear'].__dict__)
#   not ___dict_contains('_call_impl', L['linear'].__dict__)
#   not ___dict_contains('forward', L['linear'].__dict__)
#   ___dict_contains('_forward_hooks', L['linear'].__dict__)
#   ___check_type_id(L['linear']._forward_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['linear']._forward_hooks.keys()) == []
#   ___dict_contains('_backward_hooks', L['linear'].__dict__)
#   ___check_type_id(L['linear']._backward_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['linear']._backward_hooks.keys()) == []
#   ___dict_contains('_backward_pre_hooks', L['linear'].__dict__)
#   ___check_type_id(L['linear']._backward_pre_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['linear']._backward_pre_hooks.keys()) == []
#   ___dict_contains('_forward_pre_hooks', L['linear'].__dict__)
#   ___check_type_id(L['linear']._forward_pre_hooks, …), type=<class 'collections.OrderedDict'>
#   list(L['linear']._forward_pre_hooks.keys()) == []
#   not ___dict_contains('weight', L['linear'].__dict__)
#   ___dict_contains('_parameters', L['linear'].__dict__)
#   ___check_type_id(L['linear']._parameters, …), type=<class 'dict'>
#   ___dict_contains('weight', L['linear']._parameters)
#   check_tensor(L['linear']._parameters['weight'], Parameter, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=True, size=[3, 3], stride=[3, 1])
#   not ___dict_contains('bias', L['linear'].__dict__)
#   ___dict_contains('bias', L['linear']._parameters)
#   check_tensor(L['linear']._parameters['bias'], Parameter, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=True, size=[3], stride=[1])
#   ___dict_contains('random', G)
#   ___check_obj_id(G['random'].__code__, …)
#   G['torch'] is G_alternator_dot_polyfills_dot_higher_order['torch']
#   check_no_aliasing(L['x'], L['linear']._parameters['weight'], L['linear']._parameters['bias'])
#   builtins: enumerate, isinstance, type
#   of libraries: 92
