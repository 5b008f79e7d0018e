"""`requires_grad` and `is_leaf` within torch.func's transforms are those of a tensor's outermost wrapper."""

import torch
from torch.func import grad, jvp, vjp, vmap

SEEN = []


def see(v):
    SEEN.append((v.requires_grad, v.is_leaf))
    return v * 2


def each(*tensors):
    return [see(tensor) for tensor in tensors][-1]


TRANSFORMS = {
    "vmap": lambda x, y: vmap(lambda v: each(v, v + 1, y, x.sum(), v.detach(), v * y.sum()))(x),
    "vmap of vmap": lambda x, y: vmap(vmap(see))(x[None] * y),
    "vmap of other": lambda x, y: vmap(lambda v: each(v, x, x * 2, v + x))(y),
    "grad": lambda x, y: grad(lambda v: (each(v, v * y, x, x * 2, v.detach()), v.sum())[1])(y),
    "wrapped beside": lambda x, y: grad(lambda v, w: (each(v, w, w * 2, v * w), v.sum())[1])(y, x),
    "grad of grad": lambda x, y: grad(lambda v: grad(lambda u: (each(v * 2, u * v, v, u, x * v, x * 2), u.sum())[1])(v).sum())(y),
    "vmap of grad": lambda x, y: vmap(lambda v: grad(lambda u: (each(v * 2, u * v, v, u, x * v, x * 2), u.sum())[1])(v))(y),
    "grad of vmap": lambda x, y: grad(lambda v: vmap(lambda u: each(v * 2, u * v, v, u, x * v, x * 2))(v).sum())(y),
    "jvp": lambda x, y: jvp(lambda v: each(v, v * x, x * 2, x, v * 1), (y,), (y,))[1],
    "vjp": lambda x, y: vjp(lambda v: each(v, v * x, x * 2, x, v * 1), y)[1](y)[0],
    "a branch": lambda x, y: vmap(lambda v: v.detach() if v.requires_grad else v * 3)(x),
    "without gradients": lambda x, y: torch.no_grad()(vmap(lambda v: each(v, v * 2, x)))(x),
}


def fn(x, y, name):
    SEEN.clear()
    result = TRANSFORMS[name](x, y)
    return result, list(SEEN)


def case(t):
    with t.config.patch(recompile_limit=64):
        compiled = t.compile(fn, fullgraph=True)
        for name in TRANSFORMS:
            for requires in False, True:
                given = [(torch.ones(3, requires_grad=requires), torch.ones(3)) for _ in range(2)]
                t.equal(compiled(*given[0], name), fn(*given[1], name))

    # The function that `vjp` returned before: its tensors' level has ended.
    value, pull = vjp(torch.sin, torch.ones(3))
    for ask in (lambda value: pull(value)[0].requires_grad), (lambda value: (pull(value)[0] * 2).requires_grad):
        assert not ask(value) and not t.compile(ask)(value)
