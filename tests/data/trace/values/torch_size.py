"""torch.Size: arithmetic, unpacking, comparisons, numel."""

import torch


def fn(x):
    rows, columns = x.shape
    shape = x.shape[:-1] + (2, columns // 2)
    return x.view(shape), x.size(-1) == columns, x.shape.numel(), torch.Size([rows]) + x.shape, len(x.size()), x.dim()


calls = [(torch.randn(3, 4),)]


# expect graphs
# graph 0
#   l_x_: input
#   view = l_x_.view((3, 2, 2))
#   return (view,)
# expect breaks
# expect guards
# fn
#   ___check_global_state()
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[3, 4], stride=[4, 1])
#   check_marks(L['x'], {})
#   not ___dict_contains('view', L['x'].__dict__)
#   not ___dict_contains('size', L['x'].__dict__)
#   ___dict_contains('torch', G)
#   ___check_obj_id(G['torch'], …), value=<module torch>
#   ___check_type_id(G['torch'], …), type=<class 'module'>
#   not ___dict_contains('dim', L['x'].__dict__)
#   builtins: len
#   of libraries: 10
