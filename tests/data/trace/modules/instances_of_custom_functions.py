"""`apply` called on an instance of a custom autograd function."""

import torch


class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, scale):
        ctx.scale = scale
        return x * scale

    @staticmethod
    def backward(ctx, gradient):
        return gradient * ctx.scale, None


def fn(x):
    double = Double()
    return double.apply(x, 2) + Double().apply(x, 3)


calls = [(torch.ones(2, requires_grad=True),), (torch.ones(3, requires_grad=True),)]
options = {"fullgraph": True}
train = True


# expect graphs
# graph 0
#   l_x_: input
#   fwd_body_0 = fwd_body_0()
#   bwd_body_0 = bwd_body_0()
#   autograd_function_apply = autograd_function_apply(fwd_body_0, bwd_body_0, l_x_, non_differentiable_idx=[], saved_for_backward_idx=[])
#   getitem = getitem(autograd_function_apply, 0)
#   fwd_body_1 = fwd_body_1()
#   bwd_body_1 = bwd_body_1()
#   autograd_function_apply_1 = autograd_function_apply(fwd_body_1, bwd_body_1, l_x_, non_differentiable_idx=[], saved_for_backward_idx=[])
#   getitem_1 = getitem(autograd_function_apply_1, 0)
#   add = add(getitem, getitem_1)
#   return (add,)
# graph 1
#   s77: input
#   l_x_: input
#   fwd_body_0 = fwd_body_0()
#   bwd_body_0 = bwd_body_0()
#   autograd_function_apply = autograd_function_apply(fwd_body_0, bwd_body_0, s77, l_x_, non_differentiable_idx=[], saved_for_backward_idx=[])
#   getitem = getitem(autograd_function_apply, 0)
#   fwd_body_1 = fwd_body_1()
#   bwd_body_1 = bwd_body_1()
#   autograd_function_apply_1 = autograd_function_apply(fwd_body_1, bwd_body_1, s77, l_x_, non_differentiable_idx=[], saved_for_backward_idx=[])
#   getitem_1 = getitem(autograd_function_apply_1, 0)
#   add = add(getitem, getitem_1)
#   return (add,)
# expect breaks
# expect guards
# fn
#   ___check_global_state()
#   ___dict_contains('Double', G)
#   ___check_obj_id(G['Double'], …), value=<class 'case_instances_of_custom_functions_py.Double'>
#   ___check_type_id(G['Double'], …), type=<class 'torch.autograd.function.FunctionMeta'>
#   _PyType_Lookup(<class 'case_instances_of_custom_functions_py.Double'>, '__new__') is <builtin_function_or_method __new__>
#   <class 'case_instances_of_custom_functions_py.Double'>.__mro__ == [<class 'case_instances_of_custom_functions_py.Double'>, <class 'torch.autograd.function.Function'>, <class 'torch.autograd.function._SingleLevelFunction'>, <class 'torch._C._FunctionBase'>, <class 'torch.autograd.function.FunctionCtx'>, <class 'torch.autograd.function._HookMixin'>, <class 'object'>]
#   _PyType_Lookup(<class 'case_instances_of_custom_functions_py.Double'>, '__del__') is nothing
#   _PyType_Lookup(<class 'case_instances_of_custom_functions_py.Double'>, '__init__') is <function Function.__init__>
#   ___check_obj_id(Double.__init__.__code__, …)
#   _PyType_Lookup(<class 'case_instances_of_custom_functions_py.Double'>, '__getattribute__') is <wrapper_descriptor __getattribute__>
#   _PyType_Lookup(<class 'case_instances_of_custom_functions_py.Double'>, '__class__') is <getset_descriptor __class__>
#   _PyType_Lookup(<class 'case_instances_of_custom_functions_py.Double'>, '__module__') is 'case_instances_of_custom_functions_py'
#   G['Double'].__module__ == 'case_instances_of_custom_functions_py'
#   G['Double'].__qualname__ == 'Double'
#   G['Double'].__name__ == 'Double'
#   ___dict_contains('__name__', G)
#   _PyType_Lookup(<class 'case_instances_of_custom_functions_py.Double'>, 'apply') is <classmethod_descriptor apply>
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=True, size=[2], stride=[1])
#   check_marks(L['x'], {})
#   _PyType_Lookup(<class 'case_instances_of_custom_functions_py.Double'>, 'setup_context') is <staticmethod object>
#   ___check_obj_id(Double.setup_context.__code__, …)
#   _PyType_Lookup(<class 'case_instances_of_custom_functions_py.Double'>, 'forward') is <staticmethod object>
#   ___check_obj_id(<staticmethod object>.__func__, …), value=<function Double.forward>
#   ___check_obj_id(Double.forward.__code__, …)
#   _PyType_Lookup(<class 'case_instances_of_custom_functions_py.Double'>, 'backward') is <staticmethod object>
#   ___check_obj_id(<staticmethod object>.__func__, …), value=<function Double.backward>
#   ___check_obj_id(Double.backward.__code__, …)
#   not ___dict_contains('__wrapped__', Double.backward.__dict__)
#   ___check_obj_id(Double.backward.__code__, …), value=<code object>
#   _PyType_Lookup(<class 'case_instances_of_custom_functions_py.Double'>, 'vjp') is <staticmethod object>
#   ___check_obj_id(Double.vjp.__code__, …)
#   <class 'case_instances_of_custom_functions_py.Double'> is G['Double']
#   builtins: DeprecationWarning, Warning, any, dict, enumerate, getattr, hasattr, isinstance, issubclass, len, list, range, reversed, super, tuple, type, vars, zip
#   of libraries: 263
# fn: another entry
#   - check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=True, size=[2], stride=[1])
#   - check_marks(L['x'], {})
#   + check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=True, size=[None], stride=[1])
#   + check_marks(L['x'], {0: perhaps dynamic})
#   + 2 <= L['x'].size()[0]
