"""A stride that follows a symbolic size is guarded to do so."""

import torch


def case(t):
    compiled = t.compile(lambda x: (x * 2, x.stride(), x.is_contiguous()), dynamic=True)
    cube = torch.randn(4, 3, 5)
    inputs = [cube, torch.randn(5, 6, 7), cube[:, :2], torch.randn(4, 8)[:, :3], torch.randn(7, 5).t(), torch.randn(2, 3, 8)[..., :4]]
    for x in inputs:
        t.equal(compiled(x), (x * 2, x.stride(), x.is_contiguous()))


# expect guards
# case.<locals>.<lambda>
#   ___check_global_state()
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[None, None, None], stride=[None, None, 1])
#   check_marks(L['x'], {0: perhaps dynamic, 1: perhaps dynamic, 2: perhaps dynamic})
#   not ___dict_contains('stride', L['x'].__dict__)
#   not ___dict_contains('is_contiguous', L['x'].__dict__)
#   2 <= L['x'].size()[0]
#   2 <= L['x'].size()[1]
#   2 <= L['x'].size()[2]
#   of libraries: 3
# case.<locals>.<lambda>: another entry
#   - check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[None, None, None], stride=[None, None, 1])
#   + check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[None, None, None], stride=[15, None, 1])
#   + L['x'].size()[2] < 15
#   + L['x'].size()[1]*L['x'].size()[2] != 15
# case.<locals>.<lambda>: another entry
#   - check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[None, None, None], stride=[15, None, 1])
#   - check_marks(L['x'], {0: perhaps dynamic, 1: perhaps dynamic, 2: perhaps dynamic})
#   - 2 <= L['x'].size()[2]
#   - L['x'].size()[2] < 15
#   - L['x'].size()[1]*L['x'].size()[2] != 15
#   + check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[None, None], stride=[8, 1])
#   + check_marks(L['x'], {0: perhaps dynamic, 1: perhaps dynamic})
#   + L['x'].size()[1] != 8
# case.<locals>.<lambda>: another entry
#   - check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[None, None], stride=[8, 1])
#   - L['x'].size()[1] != 8
#   + check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[None, None], stride=[1, None])
# case.<locals>.<lambda>: another entry
#   - check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[None, None], stride=[1, None])
#   - check_marks(L['x'], {0: perhaps dynamic, 1: perhaps dynamic})
#   + check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[None, None, None], stride=[None, 8, 1])
#   + check_marks(L['x'], {0: perhaps dynamic, 1: perhaps dynamic, 2: perhaps dynamic})
#   + 2 <= L['x'].size()[2]
#   + L['x'].size()[2] != 8
