"""Numbers that only the data knows: symbols that nodes of the graph compute."""

import torch


def case(t):
    with t.config.patch(capture_scalar_outputs=True, capture_dynamic_output_shape_ops=True):
        captured(t)


def captured(t):
    def scaled(x, n):
        k = n.item()
        return x * k, k + 1, (k * 2) // 3, -k, int(n), float(n)

    def run(fn, *calls):
        t.graphs.clear()
        compiled = t.compile(fn, fullgraph=True)
        for arguments in calls:
            t.equal(compiled(*arguments), fn(*arguments))
        assert len(t.graphs) == 1, len(t.graphs)

    x = torch.arange(4)
    run(scaled, *((x, torch.tensor(n)) for n in (3, -5, 0)))
    run(lambda x, n: (x * n.item(), n.item() / 2, n.item() * 2 - 1, int(n)), *((x, torch.tensor(n)) for n in (2.5, -0.5)))

    def sized(n):
        n = n.item()
        torch._check(n >= 0)
        torch._check(n < 100)
        return torch.ones(n) + 1, torch.arange(n).sum()

    run(sized, (torch.tensor(4),), (torch.tensor(7),))

    def masked(x):
        found = x[x > 0]
        rows, values = torch.nonzero(x), torch.unique(x)
        return found * 2, found.shape[0] + rows.shape[0], values + 1

    run(masked, (torch.tensor([0.0, 1.0, 2.0]),), (torch.tensor([5.0, 1.0, 2.0]),))

    def refused(n):
        n = n.item()
        torch._check(n < 3)
        return torch.zeros(2) + n

    compiled = t.compile(refused, fullgraph=True)
    t.equal(compiled(torch.tensor(2)), torch.full((2,), 2.0))
    try:
        compiled(torch.tensor(4))
    except RuntimeError:
        pass
    else:
        raise AssertionError("what was checked does not hold, and nothing was said")


# expect guards
# captured.<locals>.scaled
#   ___check_global_state()
#   check_tensor(L['n'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.int64, device=None, requires_grad=False, size=[], stride=[])
#   check_marks(L['n'], {})
#   not ___dict_contains('item', L['n'].__dict__)
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.int64, device=None, requires_grad=False, size=[4], stride=[1])
#   check_marks(L['x'], {})
#   check_no_aliasing(L['n'], L['x'])
#   builtins: float, int
#   of libraries: 3
# captured.<locals>.<lambda>
#   ___check_global_state()
#   check_tensor(L['n'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[], stride=[])
#   check_marks(L['n'], {})
#   not ___dict_contains('item', L['n'].__dict__)
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.int64, device=None, requires_grad=False, size=[4], stride=[1])
#   check_marks(L['x'], {})
#   check_no_aliasing(L['n'], L['x'])
#   builtins: int
#   of libraries: 3
# captured.<locals>.sized
#   ___check_global_state()
#   check_tensor(L['n'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.int64, device=None, requires_grad=False, size=[], stride=[])
#   check_marks(L['n'], {})
#   not ___dict_contains('item', L['n'].__dict__)
#   ___dict_contains('torch', G)
#   ___check_obj_id(G['torch'], …), value=<module torch>
#   ___check_type_id(G['torch'], …), type=<class 'module'>
#   of libraries: 9
# captured.<locals>.masked
#   ___check_global_state()
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[3], stride=[1])
#   check_marks(L['x'], {})
#   ___dict_contains('torch', G)
#   ___check_obj_id(G['torch'], …), value=<module torch>
#   ___check_type_id(G['torch'], …), type=<class 'module'>
#   of libraries: 6
# captured.<locals>.refused
#   ___check_global_state()
#   check_tensor(L['n'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.int64, device=None, requires_grad=False, size=[], stride=[])
#   check_marks(L['n'], {})
#   not ___dict_contains('item', L['n'].__dict__)
#   ___dict_contains('torch', G)
#   ___check_obj_id(G['torch'], …), value=<module torch>
#   ___check_type_id(G['torch'], …), type=<class 'module'>
#   of libraries: 6
