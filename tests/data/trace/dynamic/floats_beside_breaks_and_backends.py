"""Symbolic floats across graph breaks, in gradients, through aot_autograd, and where neither breaks nor values decide."""

import math

import torch


def scaled(x, s):
    return x * s + s, x / s, x**s, torch.add(x, x, alpha=s), x.to(torch.bfloat16) * s


def broken(x, s):
    y = x * s
    print(end="")
    return y * s - s


def wanted(x, s):
    return x * math.floor(s * 10), round(s, 1), int(s * 100), [x] * int(s > 0.3), {s: x}, math.isnan(s)


def sized(x, s):
    return torch.arange(0, s * 10), torch.full((2,), s), x.new_tensor(s)


def defaulted(x, s, *, bias=None):
    return x * s if bias is None else x * s + bias


def recursive(x, s):
    return x if s < 0.3 else recursive(x * s, s - 0.2)


def case(t):
    values = [0.25, 0.5, -0.5, 0.0, 1.0, 2.5, math.inf, 1e300, 1e-320]
    for backend in ("eager", "aot_eager"):
        for fn in (scaled, broken, wanted, sized, defaulted, recursive):
            compiled = t.compile(fn, backend=backend)
            for s in values:
                x = torch.linspace(1, 2, 3)
                expected = found = None
                try:
                    expected = fn(x, s)
                except (OverflowError, RuntimeError) as error:
                    expected = type(error)
                try:
                    found = compiled(x, s)
                except (OverflowError, RuntimeError) as error:
                    found = type(error)
                t.equal(found, expected)
        compiled = t.compile(scaled, backend=backend)
        for s in values[:3]:
            x, y = (torch.linspace(1, 2, 3, requires_grad=True) for _ in range(2))
            sum(part.float().sum() for part in scaled(x, s)).backward()
            sum(part.float().sum() for part in compiled(y, s)).backward()
            t.equal(y.grad, x.grad)
        compiled = t.compile(defaulted, backend=backend)
        for s in values[:5]:
            x = torch.ones(2)
            t.equal(compiled(x, s, bias=s + 1), defaulted(x, s, bias=s + 1))
    nan = t.compile(scaled)
    for s in (1.5, 2.5, math.nan, 3.5):
        t.equal([torch.nan_to_num(part) for part in nan(torch.ones(2), s)], [torch.nan_to_num(part) for part in scaled(torch.ones(2), s)])
