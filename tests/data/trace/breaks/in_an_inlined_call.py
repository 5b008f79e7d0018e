"""A break inside a called function: the call runs as a frame of its own."""

import torch


def inner(x):
    x = torch.sin(x)
    print(end="")
    return torch.cos(x)


def fn(x):
    for _ in range(3):
        x = inner(x) + 1
    return x


calls = [(torch.randn(4),), (torch.randn(4),)]


# expect graphs
# graph 0
#   l_x_: input
#   x = sin(l_x_)
#   return (x,)
# graph 1
#   l_x_: input
#   cos = cos(l_x_)
#   return (cos,)
# expect breaks
# line 14: a graph break in a loop, whose calls are captured on their own: call of builtin_function_or_method print: it writes to a file
# line 8: call of builtin_function_or_method print: it writes to a file
# expect guards
# inner
#   ___check_global_state()
#   ___dict_contains('torch', G)
#   ___check_obj_id(G['torch'], …), value=<module torch>
#   ___check_type_id(G['torch'], …), type=<class 'module'>
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[4], stride=[1])
#   check_marks(L['x'], {})
#   builtins: print
#   of libraries: 2
# resume_in_inner
#   ___check_global_state()
#   ___dict_contains('torch', G)
#   ___check_obj_id(G['torch'], …), value=<module torch>
#   ___check_type_id(G['torch'], …), type=<class 'module'>
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[4], stride=[1])
#   check_marks(L['x'], {})
#   of libraries: 2
