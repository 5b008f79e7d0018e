"""`float(n)` of an int that changes is a number of the graph; where its value is wanted, the int is fixed."""

import torch


def scales(x, n):
    return x * float(n), float(n) > 3, float(x.shape[0]) / 2


def wants(x, n):
    return x + 1, str(float(n))


def case(t):
    scaled, wanted = t.compile(scales), t.compile(wants)
    del t.graphs[:]
    for n in (3, 4, 5, 6, 1 << 60):
        t.equal(scaled(torch.ones(n % 7 + 2), n), scales(torch.ones(n % 7 + 2), n))
    assert len(t.graphs) == 2
    for n in (3, 4, 5):
        t.equal(wanted(torch.ones(2), n), wants(torch.ones(2), n))


# expect guards
# scales
#   ___check_global_state()
#   L['n'] == 3
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[5], stride=[1])
#   check_marks(L['x'], {})
#   builtins: float
#   of libraries: 2
# scales: another entry
#   - L['n'] == 3
#   - check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[5], stride=[1])
#   - check_marks(L['x'], {})
#   + ___is_int(L['n']) == True
#   + check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[None], stride=[1])
#   + check_marks(L['x'], {0: perhaps dynamic})
#   + 2 <= L['x'].size()[0]
# wants
#   ___check_global_state()
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['x'], {})
#   L['n'] == 3
#   builtins: float, str
# wants: another entry
#   - L['n'] == 3
#   + ___is_int(L['n']) == True
#   + L['n'] == 4
# wants: another entry
#   - L['n'] == 4
#   + L['n'] == 5
