"""Functions that torch's decorators marked: a constant of the trace, and one that is left to Python."""

import functools

import torch

runs = []


def probe():
    runs.append(1)
    return 3


probe._dynamo_marked_constant = True
cached = functools.lru_cache(probe)


def total(x):
    values = [0 + x, x]
    result = 0
    for value in values:
        result += value
    return result


def fn(x):
    return total(x) * cached()


def case(t):
    compiled = t.compile(fn, fullgraph=True)
    x = torch.randn(3)
    t.equal(compiled(x), x * 6)
    t.equal(compiled(x), x * 6)
    assert len(runs) == 1, runs
    assert len(t.graphs) == 1


# expect guards
# fn
#   ___check_global_state()
#   ___dict_contains('total', G)
#   ___check_obj_id(G['total'].__code__, …)
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[3], stride=[1])
#   check_marks(L['x'], {})
#   ___dict_contains('cached', G)
#   ___check_obj_id(G['cached'], …), value=<functools._lru_cache_wrapper object>
#   ___dict_contains('__wrapped__', G['cached'].__dict__)
#   ___check_obj_id(G['cached'].__wrapped__.__code__, …)
#   of libraries: 1
