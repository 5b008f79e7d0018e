"""What a class with `__torch_function__` hears of torch.func.jvp (found by --transforms)."""

import torch
from torch.func import jvp

HEARD = []


class Hearing(torch.Tensor):
    @classmethod
    def __torch_function__(cls, function, types, arguments=(), keywords=None):
        HEARD.append((function.__name__, len(arguments), sorted(keywords or {})))
        return super().__torch_function__(function, types, arguments, keywords or {})


def fn(x, tangent):
    return jvp(lambda v: v.sin() * 2, (x,), (tangent,))


def case(t):
    compiled = t.compile(fn, fullgraph=True)
    plain, hearing = torch.ones(3), torch.ones(3).as_subclass(Hearing)
    for arguments in (hearing, plain), (plain, hearing), (hearing, hearing), (plain, plain):
        HEARD.clear()
        t.equal(fn(*arguments), fn(*arguments))
        expected = HEARD[: len(HEARD) // 2]
        HEARD.clear()
        result = compiled(*arguments)
        assert HEARD == expected, (HEARD, expected)
        t.equal(result, fn(*arguments))
