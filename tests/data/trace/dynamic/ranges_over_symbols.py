"""How long a range is whose steps are floats, and parts of sizes that an operator without a rule is told of."""

import torch


def fn(x):
    n = x.shape[0]
    return (
        torch.arange(n, -n, -1.0, dtype=torch.int64), torch.arange(0, n, 0.5), torch.arange(0.0, n, 1.0),
        torch.arange(1.5, n + 0.5, 0.75), torch.arange(0, n, 0.3),
    )  # fmt: skip


def parts(x):
    n = x.shape[0]
    half, third, rest = int(n * 0.5), round(n * 0.3), int(n * 0.7 + 1)
    written = torch.ones(n) * 3
    written[:half] = torch.zeros(n)[:half]
    return written, torch.nn.functional.fold(torch.ones(1, 4, half), (half + 1, 2), 2), x[third:rest].unfold(0, 1, 1)


def case(t):
    for function in (fn, parts):
        before = len(t.graphs)
        compiled = t.compile(function, fullgraph=True)
        for n in (4, 7, 10, 13):
            x = torch.randn(n)
            t.equal(compiled(x), function(x))
        t.equal(len(t.graphs) - before, 2)


# expect guards
# fn
#   ___check_global_state()
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[4], stride=[1])
#   check_marks(L['x'], {})
#   ___dict_contains('torch', G)
#   ___check_obj_id(G['torch'], …), value=<module torch>
#   ___check_type_id(G['torch'], …), type=<class 'module'>
#   of libraries: 6
# fn: another entry
#   - check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[4], stride=[1])
#   - check_marks(L['x'], {})
#   + check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[None], stride=[1])
#   + check_marks(L['x'], {0: perhaps dynamic})
#   + 2 <= L['x'].size()[0]
# parts
#   ___check_global_state()
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[4], stride=[1])
#   check_marks(L['x'], {})
#   ___dict_contains('torch', G)
#   ___check_obj_id(G['torch'], …), value=<module torch>
#   ___check_type_id(G['torch'], …), type=<class 'module'>
#   builtins: int, round
#   of libraries: 16
# parts: another entry
#   - check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[4], stride=[1])
#   - check_marks(L['x'], {})
#   + check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[None], stride=[1])
#   + check_marks(L['x'], {0: perhaps dynamic})
#   + 2 <= L['x'].size()[0]
#   + L['x'].size()[0]*0.5 < 4.611686018427388e18
#   + L['x'].size()[0]*0.5 > -4.611686018427388e18
#   + L['x'].size()[0]*0.3 < 4.611686018427388e18
#   + L['x'].size()[0]*0.3 > -4.611686018427388e18
#   + L['x'].size()[0]*0.7 + 1 < 4.611686018427388e18
#   + L['x'].size()[0]*0.7 + 1 > -4.611686018427388e18
#   + trunc(L['x'].size()[0]*0.5) >= 0
#   + trunc(L['x'].size()[0]*0.5) <= L['x'].size()[0]
#   + 4*trunc(L['x'].size()[0]*0.5) > 0
#   + round(L['x'].size()[0]*0.3) >= 0
#   + round(L['x'].size()[0]*0.3) <= L['x'].size()[0]
#   + trunc(L['x'].size()[0]*0.7 + 1) >= 0
#   + trunc(L['x'].size()[0]*0.7 + 1) <= L['x'].size()[0]
#   + trunc(L['x'].size()[0]*0.7 + 1) >= round(L['x'].size()[0]*0.3)
#   + -round(L['x'].size()[0]*0.3) + trunc(L['x'].size()[0]*0.7 + 1) >= 1
