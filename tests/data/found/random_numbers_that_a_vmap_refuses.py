"""A vmap without `randomness` refuses operators that draw: as written it raises a RuntimeError, and backends that trace failed."""

import torch
from torch.func import grad, vmap


def noisy(x):
    return x + torch.rand(2)


def scale(x, how):
    return vmap(noisy, randomness=how)(x) * 2


def handled(x):
    try:
        return vmap(torch.nn.functional.dropout)(x)
    except RuntimeError as error:
        return str(error)


def nested(x):
    try:
        return vmap(vmap(lambda row: row * torch.rand_like(row).sum(), randomness="different"))(x[None])
    except RuntimeError as error:
        return str(error)


def with_gradients(x):
    return vmap(grad(lambda row: (row * torch.rand_like(row)).sum()), randomness="same")(x), noisy(x)


def fn(x, how):
    return handled(x), nested(x), with_gradients(x), scale(x, how)


CALLS = [(3, "different"), (3, "same"), (3, "error"), (4, "different")]


def seen(function, rows, how):
    torch.manual_seed(rows)
    try:
        return function(torch.ones(rows, 2), how)
    except RuntimeError as error:
        assert type(error) is RuntimeError, type(error)
        return str(error)


def case(t):
    for backend in ("eager", "aot_eager"):
        compiled = t.compile(fn, backend=backend)
        for rows, how in CALLS:
            t.equal(seen(compiled, rows, how), seen(fn, rows, how))
