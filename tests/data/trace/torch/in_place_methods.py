"""The methods behind augmented assignments write into the tensor where they are called by name, too."""

import torch


def fn(x, n):
    x.__iadd__(1)
    y = x.__imul__(2)
    torch.Tensor.__isub__(y, 3)
    x.__itruediv__(2)
    x.__ifloordiv__(0.5)
    x.__ipow__(2)
    n.__imod__(3)
    n.__ior__(4)
    torch.relu_(input=x)
    return x * 2, y, n + 1


calls = [(torch.arange(4.0), torch.arange(4)), (torch.arange(4.0), torch.arange(4))]


# expect graphs
# graph 0
#   l_x_: input
#   l_n_: input
#   iadd = l_x_.__iadd__(1)
#   y = l_x_.__imul__(2)
#   isub = y.__isub__(3)
#   itruediv = y.__itruediv__(2)
#   ifloordiv = y.__ifloordiv__(0.5)
#   ipow = y.__ipow__(2)
#   imod = l_n_.__imod__(3)
#   ior = l_n_.__ior__(4)
#   relu_ = relu_(input=y)
#   mul = mul(y, 2)
#   add = add(l_n_, 1)
#   return (mul, add)
# expect breaks
# expect guards
# fn
#   ___check_global_state()
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[4], stride=[1])
#   check_marks(L['x'], {})
#   not ___dict_contains('__iadd__', L['x'].__dict__)
#   not ___dict_contains('__imul__', L['x'].__dict__)
#   ___dict_contains('torch', G)
#   ___check_obj_id(G['torch'], …), value=<module torch>
#   ___check_type_id(G['torch'], …), type=<class 'module'>
#   not ___dict_contains('__itruediv__', L['x'].__dict__)
#   not ___dict_contains('__ifloordiv__', L['x'].__dict__)
#   not ___dict_contains('__ipow__', L['x'].__dict__)
#   check_tensor(L['n'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.int64, device=None, requires_grad=False, size=[4], stride=[1])
#   check_marks(L['n'], {})
#   not ___dict_contains('__imod__', L['n'].__dict__)
#   not ___dict_contains('__ior__', L['n'].__dict__)
#   check_no_aliasing(L['x'], L['n'])
#   of libraries: 14
