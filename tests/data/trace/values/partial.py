"""functools.partial: made outside and inside, nested, with keywords."""

import functools

import torch


def scaled(x, a, b=1):
    return x * a + b


outside = functools.partial(scaled, b=3)


def fn(x):
    inside = functools.partial(outside, a=2)
    return outside(x, 5), inside(x), inside(x, b=0), inside.keywords


calls = [(torch.randn(2),)]


# expect graphs
# graph 0
#   l_x_: input
#   mul = mul(l_x_, 5)
#   add = add(mul, 3)
#   mul_1 = mul(l_x_, 2)
#   add_1 = add(mul_1, 3)
#   mul_2 = mul(l_x_, 2)
#   add_2 = add(mul_2, 0)
#   return (add, add_1, add_2)
# expect breaks
# expect guards
# fn
#   ___check_global_state()
#   ___dict_contains('functools', G)
#   ___check_obj_id(G['functools'], …), value=<module functools>
#   ___check_type_id(G['functools'], …), type=<class 'module'>
#   ___dict_contains('outside', G)
#   ___check_type_id(G['outside'], …), type=<class 'functools.partial'>
#   ___lacks_dict(G['outside']) == True
#   ___check_type_id(G['outside'].keywords, …), type=<class 'dict'>
#   list(G['outside'].keywords.keys()) == ['b']
#   ___check_type_id(G['outside'].args, …), type=<class 'tuple'>
#   len(G['outside'].args) == 0
#   ___check_obj_id(G['outside'].func.__code__, …)
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['x'], {})
#   G['outside'].keywords['b'] == 3
#   G_alternator_dot_polyfills_dot_partials['functools'] is G['functools']
#   builtins: dict, type
#   of libraries: 17
