"""Rows of a parameter picked by a buffer of numbers, as in relative position biases: described by a meta rule."""

import torch

import alternator


def case(t):
    table = torch.nn.Parameter(torch.arange(12.0).reshape(6, 2))
    rows = torch.tensor([0, 3, 3])
    before = alternator.counters()["fake_tensors"]
    compiled = t.compile(lambda x: x + table[rows], fullgraph=True)
    x = torch.ones(3, 2)
    t.equal(compiled(x), x + table[rows])
    assert alternator.counters()["fake_tensors"] == before


# expect guards
# case.<locals>.<lambda>
#   ___check_global_state()
#   check_tensor(L['table'], Parameter, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=True, size=[6, 2], stride=[2, 1])
#   check_tensor(L['rows'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.int64, device=None, requires_grad=False, size=[3], stride=[1])
#   check_marks(L['rows'], {})
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[3, 2], stride=[2, 1])
#   check_marks(L['x'], {})
#   check_no_aliasing(L['table'], L['rows'], L['x'])
