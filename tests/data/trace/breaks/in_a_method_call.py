"""Breaks at the instructions that look methods up, and at `not` and `and` of what only the data decide."""

import torch


class Logged:
    def __getattr__(self, name):
        print("looking for", name)
        return lambda x, by=1: x + by


logged = Logged()


def fn(x):
    y = x.sin()
    z = logged.add(y).cos()
    w = logged.add(z, by=2)
    a = not (w.sum() > 100)
    b = w.sum() > 0 and w.sum() < 50
    c = w.sum() < 0 or w.mean()
    return w, a, bool(b), c


calls = [(torch.ones(3),), (torch.ones(3),)]


# expect graphs
# graph 0
#   l_x_: input
#   y = l_x_.sin()
#   return (y,)
# graph 1
#   l_y_: input
#   add = add(l_y_, 1)
#   z = add.cos()
#   return (z,)
# graph 2
#   l_z_: input
#   w = add(l_z_, 2)
#   sum_1 = w.sum()
#   gt = gt(sum_1, 100)
#   return (gt, w)
# graph 3
#   l_w_: input
#   sum_1 = l_w_.sum()
#   gt = gt(sum_1, 0)
#   return (gt,)
# graph 4
#   l_w_: input
#   sum_1 = l_w_.sum()
#   b = lt(sum_1, 50)
#   sum_2 = l_w_.sum()
#   lt_1 = lt(sum_2, 0)
#   return (lt_1, b)
# graph 5
#   l_w_: input
#   c = l_w_.mean()
#   return (c,)
# expect breaks
# line 8: call of builtin_function_or_method print: it writes to a file
# line 8: call of builtin_function_or_method print: it writes to a file
# line 19: data-dependent branch: the truth of a tensor is known only when it is computed
# line 20: data-dependent branch: the truth of a tensor is known only when it is computed
# line 21: data-dependent branch: the truth of a tensor is known only when it is computed
# line 22: data-dependent branch: the truth of a tensor is known only when it is computed
# expect guards
# fn
#   ___check_global_state()
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[3], stride=[1])
#   check_marks(L['x'], {})
#   not ___dict_contains('sin', L['x'].__dict__)
#   ___dict_contains('logged', G)
#   of libraries: 2
# resume_in_fn
#   ___check_global_state()
#   ___check_obj_id(L['___stack0'].__code__, …)
#   len(L['___stack0'].__defaults__ or ()) == 1
#   check_tensor(L['y'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[3], stride=[1])
#   check_marks(L['y'], {})
#   L['___stack0'].__defaults__[0] == 1
#   ___dict_contains('logged', G)
#   check_nothing_shows_when_let_go(L['___stack0'])
#   of libraries: 2
# resume_in_fn
#   ___check_global_state()
#   ___check_obj_id(L['___stack0'].__code__, …)
#   check_tensor(L['z'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[3], stride=[1])
#   check_marks(L['z'], {})
#   check_nothing_shows_when_let_go(L['___stack0'])
#   of libraries: 2
# resume_in_fn
#   ___check_global_state()
#   check_tensor(L['w'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[3], stride=[1])
#   check_marks(L['w'], {})
#   not ___dict_contains('sum', L['w'].__dict__)
#   of libraries: 2
# resume_in_fn
#   ___check_global_state()
#   check_tensor(L['w'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[3], stride=[1])
#   check_marks(L['w'], {})
#   not ___dict_contains('sum', L['w'].__dict__)
#   of libraries: 2
# resume_in_fn
#   ___check_global_state()
#   check_tensor(L['w'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[3], stride=[1])
#   check_marks(L['w'], {})
#   not ___dict_contains('mean', L['w'].__dict__)
#   builtins: bool
#   of libraries: 2
# resume_in_fn
#   ___check_global_state()
#   check_nothing_shows_when_let_go(L['___stack0'], L['___stack1'], L['___stack2'])
