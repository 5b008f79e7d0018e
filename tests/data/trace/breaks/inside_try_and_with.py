"""A break inside `try` and `with` leaves handlers and managers in place."""

import torch


def fn(x, log):
    try:
        with torch.no_grad():
            y = x * 2
            log.append(print(end=""))
            z = y + x
            if len(log) == 1:
                raise ValueError("after the break")
    except ValueError as error:
        log.append(str(error))
        z = x
    finally:
        log.append("end")
    return z + 1, z.requires_grad


calls = [(torch.randn(2, requires_grad=True), []), (torch.randn(2, requires_grad=True), [0])]


# expect graphs
# graph 0
#   l_x_: input
#   _set_grad_enabled = _set_grad_enabled(False)
#   y = mul(l_x_, 2)
#   return (y,)
# graph 1
#   l_x_: input
#   _set_grad_enabled = _set_grad_enabled(True)
#   add_1 = add(l_x_, 1)
#   return (add_1,)
# graph 2
#   l_y_: input
#   l_x_: input
#   z = add(l_y_, l_x_)
#   _set_grad_enabled = _set_grad_enabled(True)
#   add_1 = add(z, 1)
#   return (add_1,)
# expect breaks
# line 10: call of builtin_function_or_method print: it writes to a file
# expect guards
# fn
#   ___check_global_state()
#   ___dict_contains('torch', G)
#   ___check_obj_id(G['torch'], …), value=<module torch>
#   ___check_type_id(G['torch'], …), type=<class 'module'>
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=True, size=[2], stride=[1])
#   check_marks(L['x'], {})
#   ___check_type_id(L['log'], …), type=<class 'list'>
#   G_torch_dot_autograd_dot_grad_mode['torch'] is G['torch']
#   builtins: print, super
#   of libraries: 52
# resume_in_fn
#   ___check_global_state()
#   ___check_obj_id(L['___stack1'], …), value=<method_descriptor append>
#   ___check_type_id(L['___stack2'], …), type=<class 'list'>
#   check_tensor(L['y'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['y'], {})
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=True, size=[2], stride=[1])
#   check_marks(L['x'], {})
#   len(L['___stack2']) == 0
#   ___check_type_id(L['___stack0'], …), type=<class 'method'>
#   ___check_obj_id(L['___stack0'].__func__.__code__, …)
#   ___check_type_id(L['___stack0'].__self__, …), type=<class 'torch.autograd.grad_mode.no_grad'>
#   ___dict_contains('prev', L['___stack0'].__self__.__dict__)
#   ___check_obj_id(L['___stack0'].__self__.prev, …), value=True
#   L['log'] is L['___stack2']
#   list.append is L['___stack1']
#   check_nothing_shows_when_let_go(L['___stack1'], L['___stack2'], L['___stack3'], L['___stack0'])
#   builtins: ValueError, len, str
#   of libraries: 27
# resume_in_fn: another entry
#   - len(L['___stack2']) == 0
#   - builtins: ValueError, len, str
#   + len(L['___stack2']) == 1
#   + check_no_aliasing(L['y'], L['x'])
#   + builtins: len
