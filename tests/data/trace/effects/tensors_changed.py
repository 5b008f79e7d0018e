"""In-place operators on arguments, on views of them, and on new tensors."""

import torch


def fn(x, y):
    x.add_(1)
    y[0].mul_(2)
    z = torch.zeros(3)
    z += x
    x.copy_(y.sum(0))
    return z, x, y.view(-1)


calls = [(torch.randn(3), torch.randn(2, 3)), (torch.randn(3), torch.randn(2, 3))]


# expect graphs
# graph 0
#   l_x_: input
#   l_y_: input
#   add_ = l_x_.add_(1)
#   getitem = getitem(l_y_, 0)
#   mul_ = getitem.mul_(2)
#   z = zeros(3)
#   z_1 = iadd(z, l_x_)
#   sum_1 = l_y_.sum(0)
#   copy_ = l_x_.copy_(sum_1)
#   view = l_y_.view(-1)
#   return (z_1, view)
# expect breaks
# expect guards
# fn
#   ___check_global_state()
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[3], stride=[1])
#   check_marks(L['x'], {})
#   not ___dict_contains('add_', L['x'].__dict__)
#   check_tensor(L['y'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2, 3], stride=[3, 1])
#   check_marks(L['y'], {})
#   ___dict_contains('torch', G)
#   ___check_obj_id(G['torch'], …), value=<module torch>
#   ___check_type_id(G['torch'], …), type=<class 'module'>
#   not ___dict_contains('copy_', L['x'].__dict__)
#   not ___dict_contains('sum', L['y'].__dict__)
#   not ___dict_contains('view', L['y'].__dict__)
#   check_no_aliasing(L['x'], L['y'])
#   of libraries: 9
