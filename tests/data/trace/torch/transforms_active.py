"""Whether a transform of functorch is at work is known while tracing."""

import torch


def fn(x):
    active = torch._C._are_functorch_transforms_active

    def inside(x):
        return x.sum() * (2 if active() else 3)

    return torch.func.grad(inside)(x), inside(x)


calls = [(torch.ones(3),), (torch.ones(3),)]


# expect graphs
# graph 0
#   l_x_: input
#   _saved_tensors_hooks_disable = _saved_tensors_hooks_disable("torch.func.{grad, vjp, jacrev, hessian} don't yet support saved tensor hooks. Please open an issue with your use case.")
#   _grad_increment_nesting = _grad_increment_nesting()
#   diff_args = _wrap_for_grad(l_x_, 1)
#   set_inplace_requires_grad_allowed = set_inplace_requires_grad_allowed(True)
#   _set_tensor_requires_grad = _set_tensor_requires_grad(diff_args)
#   set_inplace_requires_grad_allowed_1 = set_inplace_requires_grad_allowed(False)
#   sum_1 = diff_args.sum()
#   output = mul(sum_1, 2)
#   _autograd_grad = _autograd_grad((output,), [diff_args], create_graph=True)
#   grad_input = getitem(_autograd_grad, 0)
#   grad_input_1 = _unwrap_for_grad(grad_input, 1)
#   output_1 = _unwrap_for_grad(output, 1)
#   _grad_decrement_nesting = _grad_decrement_nesting()
#   _saved_tensors_hooks_enable = _saved_tensors_hooks_enable()
#   sum_2 = l_x_.sum()
#   mul_1 = mul(sum_2, 3)
#   return (grad_input_1, mul_1)
# expect breaks
# expect guards
# fn
#   ___check_global_state()
#   ___dict_contains('torch', G)
#   ___check_obj_id(G['torch'], …), value=<module torch>
#   ___check_type_id(G['torch'], …), type=<class 'module'>
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[3], stride=[1])
#   check_marks(L['x'], {})
#   not ___dict_contains('sum', L['x'].__dict__)
#   sys.modules['torch'] is G['torch']
#   G_torch_dot__functorch_dot_vmap['torch'] is G['torch']
#   G['torch'].autograd.graph.torch is G['torch']
#   sys.modules['torch._functorch.eager_transforms'].torch is G['torch']
#   G_torch_dot_autograd_dot_grad_mode['torch'] is G['torch']
#   builtins: StopIteration, __import__, dict, getattr, hasattr, int, isinstance, issubclass, len, list, map, next, range, super, tuple, type, zip
#   of libraries: 256
