"""A number of sizes that a later guard makes a constant is no output of the graph: inductor returns no constant floats."""

import math

import torch


def fn(x):
    rows, columns = x.shape
    return math.sqrt(rows), rows / columns, -rows % columns, x.sum(), [columns] * rows


calls = [(torch.ones(*shape),) for shape in ((2, 3), (3, 3), (4, 2), (4, 5))]


# expect graphs
# graph 0
#   l_x_: input
#   sum_1 = l_x_.sum()
#   return (sum_1,)
# graph 1
#   l_x_: input
#   sum_1 = l_x_.sum()
#   return (sum_1,)
# graph 2
#   s27: input
#   l_x_: input
#   sum_1 = l_x_.sum()
#   truediv = truediv(4, s27)
#   mod = mod(-4, s27)
#   return (truediv, mod, sum_1, s27)
# expect breaks
# expect guards
# fn
#   ___check_global_state()
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2, 3], stride=[3, 1])
#   check_marks(L['x'], {})
#   ___dict_contains('math', G)
#   ___check_obj_id(G['math'], …), value=<module math>
#   ___check_type_id(G['math'], …), type=<class 'module'>
#   not ___dict_contains('sum', L['x'].__dict__)
#   of libraries: 5
# fn: another entry
#   - check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2, 3], stride=[3, 1])
#   - check_marks(L['x'], {})
#   + check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[None, 3], stride=[3, 1])
#   + check_marks(L['x'], {0: perhaps dynamic})
#   + 2 <= L['x'].size()[0]
#   + L['x'].size()[0] == 3
# fn: another entry
#   - check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[None, 3], stride=[3, 1])
#   - check_marks(L['x'], {0: perhaps dynamic})
#   - L['x'].size()[0] == 3
#   + check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[None, None], stride=[None, 1])
#   + check_marks(L['x'], {0: perhaps dynamic, 1: perhaps dynamic})
#   + 2 <= L['x'].size()[1]
#   + L['x'].size()[0] == 4
