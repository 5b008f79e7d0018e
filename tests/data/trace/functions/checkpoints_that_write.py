"""A checkpointed function that writes to what it was not given runs as written: torch's operator runs it another number of
times."""

import torch
from torch.utils.checkpoint import checkpoint


def fn(layers, x):
    return checkpoint(layers, x, use_reentrant=False) + 1


def through_a_view(count, x):
    def body(x):
        count.view(-1)[0:1].transpose(0, 0).add_(1)
        own = x.sin().view(-1)
        own.mul_(2)
        return own

    return checkpoint(body, x, use_reentrant=False)


def counted(function):
    count, x = torch.zeros(()), torch.randn(3, requires_grad=True)
    result = function(count, x)
    result.sum().backward()
    return count


def run(function):
    torch.manual_seed(0)
    layers = torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.BatchNorm1d(3))
    x = torch.randn(2, 3, requires_grad=True)
    result = function(layers, x)
    result.sum().backward()
    return result, x.grad, list(layers.buffers())


def case(t):
    t.equal(run(t.compile(fn)), run(fn))
    t.equal(counted(t.compile(through_a_view)), counted(through_a_view))


# expect guards
# fn
#   ___check_global_state()
#   ___dict_contains('checkpoint', G)
# resume_in_fn
#   ___check_global_state()
#   check_tensor(L['___stack0'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=True, size=[2, 3], stride=[3, 1])
#   check_marks(L['___stack0'], {})
#   check_nothing_shows_when_let_go(L['___stack0'])
# through_a_view
#   ___check_global_state()
#   ___dict_contains('checkpoint', G)
# resume_in_through_a_view
#   ___check_global_state()
