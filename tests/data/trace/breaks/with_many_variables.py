"""A break in a function of more variables than fit into one instruction of two."""

import torch


def fn(x):
    a, b, c, d, e, f, g, h = range(8)
    i, j, k, l, m, n, o, p = range(8, 16)
    y = x + a + p
    q, r = p, o
    print("sum", a + b + c + d + e + f + g + h, q, r)
    s, t = i + j, k + l
    q, r = r, q
    z = y * q + r * s
    u, v = m + n, o + p
    print("more", s, t, u, v)
    s, t = t, s
    return z + s - t + u * v + q - r, a + b + c + d + e + f + g + h + i + j + k + l + m + n + o + p


calls = [(torch.ones(3),), (torch.ones(3),)]


# expect graphs
# graph 0
#   l_x_: input
#   add = add(l_x_, 0)
#   y = add(add, 15)
#   return (y,)
# graph 1
#   l_y_: input
#   mul = mul(l_y_, 14)
#   z = add(mul, 255)
#   return (z,)
# graph 2
#   l_z_: input
#   add = add(l_z_, 21)
#   sub = sub(add, 17)
#   add_1 = add(sub, 725)
#   add_2 = add(add_1, 14)
#   sub_1 = sub(add_2, 15)
#   return (sub_1,)
# expect breaks
# line 11: call of builtin_function_or_method print: it writes to a file
# line 16: call of builtin_function_or_method print: it writes to a file
# expect guards
# fn
#   ___check_global_state()
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[3], stride=[1])
#   check_marks(L['x'], {})
#   builtins: print, range
# resume_in_fn
#   ___check_global_state()
#   ___check_type_id(L['k'], …), type=<class 'int'>
#   ___check_type_id(L['l'], …), type=<class 'int'>
#   check_tensor(L['y'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[3], stride=[1])
#   check_marks(L['y'], {})
#   L['r'] == 14
#   L['q'] == 15
#   L['i'] == 8
#   L['j'] == 9
#   ___check_type_id(L['m'], …), type=<class 'int'>
#   ___check_type_id(L['n'], …), type=<class 'int'>
#   ___check_type_id(L['o'], …), type=<class 'int'>
#   ___check_type_id(L['p'], …), type=<class 'int'>
#   builtins: print
# resume_in_fn
#   ___check_global_state()
#   check_tensor(L['z'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[3], stride=[1])
#   check_marks(L['z'], {})
#   L['t'] == 21
#   L['s'] == 17
#   L['u'] == 25
#   L['v'] == 29
#   L['q'] == 14
#   L['r'] == 15
#   ___check_type_id(L['a'], …), type=<class 'int'>
#   ___check_type_id(L['b'], …), type=<class 'int'>
#   ___check_type_id(L['c'], …), type=<class 'int'>
#   ___check_type_id(L['d'], …), type=<class 'int'>
#   ___check_type_id(L['e'], …), type=<class 'int'>
#   ___check_type_id(L['f'], …), type=<class 'int'>
#   ___check_type_id(L['g'], …), type=<class 'int'>
#   ___check_type_id(L['h'], …), type=<class 'int'>
#   ___check_type_id(L['i'], …), type=<class 'int'>
#   ___check_type_id(L['j'], …), type=<class 'int'>
#   ___check_type_id(L['k'], …), type=<class 'int'>
#   ___check_type_id(L['l'], …), type=<class 'int'>
#   ___check_type_id(L['m'], …), type=<class 'int'>
#   ___check_type_id(L['n'], …), type=<class 'int'>
#   ___check_type_id(L['o'], …), type=<class 'int'>
#   ___check_type_id(L['p'], …), type=<class 'int'>
