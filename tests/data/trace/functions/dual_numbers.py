"""Forward-mode derivatives by dual numbers: what is unpacked, and a tensor without a tangent."""

import torch
from torch.autograd import forward_ad


def derivative(x):
    with forward_ad.dual_level():
        dual = forward_ad.make_dual(x, torch.ones_like(x))
        y = dual * dual.sin()
        primal, tangent = forward_ad.unpack_dual(y)
        return primal + 1, tangent * 2, type(forward_ad.unpack_dual(y)).__name__


def by_name(x):
    with forward_ad.dual_level():
        unpacked = forward_ad.unpack_dual(forward_ad.make_dual(x, x) ** 2)
        return unpacked.tangent, unpacked.primal


def without(x):
    with forward_ad.dual_level():
        primal, tangent = forward_ad.unpack_dual(x)
        return primal + 1, tangent is None


def detached(x):
    with forward_ad.dual_level():
        dual = forward_ad.make_dual(x, torch.ones_like(x)).detach()
        return forward_ad.unpack_dual(dual * 2).tangent is None, x + 1


def case(t):
    for fn in (derivative, by_name, without, detached):
        compiled = t.compile(fn)
        for size in (2, 2, 3):
            t.equal(compiled(torch.rand(size, generator=torch.Generator().manual_seed(size))), fn(torch.rand(size, generator=torch.Generator().manual_seed(size))))


# expect breaks
