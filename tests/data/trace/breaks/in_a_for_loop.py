"""Each turn of a loop is captured up to the break and after it, however many turns there are."""

import torch

config = dict(graph_breaks_in_loops=True)


def fn(x, rows):
    for row in rows:
        x = x + row
        print(end="")
        x = x * 2
    return x - 1


rows = [torch.full((3,), float(n)) for n in range(12)]
calls = [(torch.ones(3), rows), (torch.ones(3), rows[:2]), (torch.ones(3), [])]


# expect graphs
# graph 0
#   l_x_: input
#   l_rows_0_: input
#   x = add(l_x_, l_rows_0_)
#   return (x,)
# graph 1
#   l_x_: input
#   x = mul(l_x_, 2)
#   return (x,)
# graph 2
#   l_x_: input
#   l_stack1_: input
#   x = add(l_x_, l_stack1_)
#   return (x,)
# graph 3
#   l_x_: input
#   sub = sub(l_x_, 1)
#   return (sub,)
# graph 4
#   l_x_: input
#   l_rows_0_: input
#   x = add(l_x_, l_rows_0_)
#   return (x,)
# graph 5
#   l_x_: input
#   sub = sub(l_x_, 1)
#   return (sub,)
# expect breaks
# line 11: call of builtin_function_or_method print: it writes to a file
# line 9: an iterator that was made outside the compiled function and moves at each call
# line 11: call of builtin_function_or_method print: it writes to a file
# line 11: call of builtin_function_or_method print: it writes to a file
# expect guards
# fn
#   ___check_global_state()
#   ___check_type_id(L['rows'], …), type=<class 'list'>
#   len(L['rows']) == 12
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[3], stride=[1])
#   check_marks(L['x'], {})
#   check_tensor(L['rows'][0], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[3], stride=[1])
#   check_marks(L['rows'][0], {})
#   check_no_aliasing(L['x'], L['rows'][0])
#   builtins: print
# resume_in_fn
#   ___check_global_state()
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[3], stride=[1])
#   check_marks(L['x'], {})
# resume_in_fn
#   ___check_global_state()
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[3], stride=[1])
#   check_marks(L['x'], {})
#   check_tensor(L['___stack1'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[3], stride=[1])
#   check_marks(L['___stack1'], {})
#   check_no_aliasing(L['x'], L['___stack1'])
#   builtins: print
# resume_in_fn
#   ___check_global_state()
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[3], stride=[1])
#   check_marks(L['x'], {})
# fn: another entry
#   - len(L['rows']) == 12
#   + len(L['rows']) == 2
# fn: another entry
#   - len(L['rows']) == 2
#   - check_tensor(L['rows'][0], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[3], stride=[1])
#   - check_marks(L['rows'][0], {})
#   - check_no_aliasing(L['x'], L['rows'][0])
#   - builtins: print
#   + len(L['rows']) == 0
