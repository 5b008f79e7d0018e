"""Operators that set a function apart for export and for compilers: hints, strict mode, regions of a mode."""

import torch
from torch._higher_order_ops.hints_wrap import hints_wrapper
from torch._higher_order_ops.strict_mode import strict_mode
from torch._higher_order_ops.wrap import wrap_with_autocast, wrap_with_set_grad_enabled


def fn(x, weight):
    hinted = hints_wrapper(lambda x: (x * weight).sin(), (x,), {}, hints={"where": "here"})
    strict = strict_mode(lambda x: x.cos(), (x,))
    silent = wrap_with_set_grad_enabled(False, lambda x: x * 2, weight)
    half = wrap_with_autocast("cpu", torch.bfloat16, True, True, lambda x: x @ x, x)
    nested = torch.cond(x.sum() > 0, lambda d: {"a": d["a"].sin()}, lambda d: {"a": d["a"].cos()}, ({"a": x},))
    return hinted, strict, silent, silent.requires_grad, half, nested["a"]


def plain(x, weight):
    silent = (weight * 2).detach()
    with torch.autocast("cpu", torch.bfloat16):
        half = x @ x
    return (x * weight).sin(), x.cos(), silent, False, half, x.sin() if x.sum() > 0 else x.cos()


def case(t):
    x, weight = torch.arange(9.0).view(3, 3), torch.ones(3, requires_grad=True)
    for sign in 1, -1:
        t.equal(t.compile(fn, fullgraph=True)(x * sign, weight), plain(x * sign, weight))
    assert {"hints_wrapper", "strict_mode", "cond"} <= set(t.ops())


# expect guards
# fn
#   ___check_global_state()
#   ___dict_contains('hints_wrapper', G)
#   ___check_type_id(G['hints_wrapper'], …), type=<class 'torch._higher_order_ops.hints_wrap.HintsWrapper'>
#   ___dict_contains('_name', G['hints_wrapper'].__dict__)
#   G['hints_wrapper']._name == 'hints_wrapper'
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[3, 3], stride=[3, 1])
#   check_marks(L['x'], {})
#   check_tensor(L['weight'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=True, size=[3], stride=[1])
#   check_marks(L['weight'], {})
#   ___dict_contains('strict_mode', G)
#   ___check_obj_id(G['strict_mode'].__code__, …)
#   not ___dict_contains('cos', L['x'].__dict__)
#   ___dict_contains('wrap_with_set_grad_enabled', G)
#   ___check_type_id(G['wrap_with_set_grad_enabled'], …), type=<class 'torch._higher_order_ops.wrap.WrapWithSetGradEnabled'>
#   ___dict_contains('wrap_with_autocast', G)
#   ___dict_contains('torch', G)
#   ___check_type_id(G['wrap_with_autocast'], …), type=<class 'torch._higher_order_ops.wrap.WrapWithAutocast'>
#   not ___dict_contains('sum', L['x'].__dict__)
#   not ___dict_contains('sin', L['x'].__dict__)
#   G['torch'] is G_alternator_dot_polyfills_dot_higher_order['torch']
#   check_no_aliasing(L['x'], L['weight'])
#   builtins: NotImplemented, any, dict, hasattr, isinstance, issubclass, iter, len, list, next, object, range, str, super, tuple, type, zip
#   of libraries: 304
