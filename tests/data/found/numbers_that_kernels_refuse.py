"""Operators that refuse truths or integers do so under handlers, behind a write into an input."""

import torch

config = {"recompile_limit": 256}


def fn(x, y, operator):
    y.add_(1)
    try:
        result = operator(x, x.clone())
    except (NotImplementedError, RuntimeError) as error:
        result = str(error)
    y.mul_(2)
    return result


def calls():
    operators = (
        torch.mm,
        lambda x, z: x @ z,
        lambda x, z: torch.bmm(x[None], z[None]),
        lambda x, z: torch.mv(x, z[0]),
        lambda x, z: torch.dot(x[0], z[0]),
        lambda x, z: torch.addmm(x, z, z),
        lambda x, z: torch.addmv(x[0], z, z[0]),
        lambda x, z: torch.baddbmm(x[None], z[None], z[None]),
        torch.nn.functional.linear,
        torch.pow,
        lambda x, z: torch.addcmul(x, z, z),
        lambda x, z: torch.addcdiv(x, z, z),
        lambda x, z: x.clone().addcmul_(z, z),
        lambda x, z: x.clone().addcdiv_(z, z),
        lambda x, z: x.clone().lerp_(z, 0.5),
    )
    for operator in operators:
        for dtype in (torch.bool, torch.int64, torch.float32):
            yield torch.ones(2, 2, dtype=dtype), torch.zeros(2), operator
