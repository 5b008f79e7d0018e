"""Tensors have no `@=` of their own: it gives another tensor, and leaves the one it is called on alone."""

import operator

import torch


def fn(x, y):
    z = x
    z @= x.T
    product = operator.imatmul(y, y.T)
    return z, product, operator.imatmul(y + 1, y.T)


calls = [(torch.arange(6.0).reshape(2, 3), torch.ones(2, 2))]


# expect graphs
# graph 0
#   l_x_: input
#   l_y_: input
#   permute = l_x_.permute(1, 0)
#   z = matmul(l_x_, permute)
#   permute_1 = l_y_.permute(1, 0)
#   product = matmul(l_y_, permute_1)
#   add = add(l_y_, 1)
#   permute_2 = l_y_.permute(1, 0)
#   matmul_2 = matmul(add, permute_2)
#   return (z, product, matmul_2)
# expect breaks
# expect guards
# fn
#   ___check_global_state()
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2, 3], stride=[3, 1])
#   check_marks(L['x'], {})
#   ___dict_contains('operator', G)
#   ___check_obj_id(G['operator'], …), value=<module operator>
#   ___check_type_id(G['operator'], …), type=<class 'module'>
#   check_tensor(L['y'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2, 2], stride=[2, 1])
#   check_marks(L['y'], {})
#   check_no_aliasing(L['x'], L['y'])
#   of libraries: 5
