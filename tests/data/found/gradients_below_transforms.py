"""Whether the results of torch.func's transforms require gradients outside of them (found by --transforms)."""

import torch
from torch.func import grad, grad_and_value, hessian, jacfwd, jacrev, jvp, linearize, vjp, vmap


def loss(x):
    return x.sin().pow(2).sum()


def double(x):
    return x.sin() * 2


WEIGHT = torch.ones(3, requires_grad=True)

TRANSFORMS = {
    "grad": lambda x: grad(loss)(x),
    "grad of grad": lambda x: grad(lambda v: grad(loss)(v).sum())(x),
    "grad_and_value": lambda x: sum(grad_and_value(loss)(x)),
    "aux": lambda x: grad(lambda v: (loss(v), v * 2), has_aux=True)(x)[1],
    "vjp": lambda x: vjp(double, x)[1](x)[0],
    "value of vjp": lambda x: vjp(double, x)[0],
    "jvp": lambda x: jvp(double, (x,), (x,))[1],
    "jvp of grad": lambda x: jvp(grad(loss), (x,), (x,))[1],
    "jacrev": lambda x: jacrev(double)(x[0]),
    "jacrev of jacrev": lambda x: jacrev(jacrev(double))(x[0]),
    "jacfwd": lambda x: jacfwd(double)(x[0]),
    "jacfwd of grad": lambda x: jacfwd(grad(loss))(x[0]),
    "hessian": lambda x: hessian(loss)(x[0]),
    "vmap of grad": lambda x: vmap(grad(loss))(x),
    "grad of vmap": lambda x: grad(lambda v: vmap(double)(v).sum())(x),
    "linearize": lambda x: linearize(double, x)[1](x),
    "detached": lambda x: grad(lambda v: loss(v.detach() * v))(x),
    "constant": lambda x: grad(torch.sum)(x),
    "captured": lambda x: grad(lambda v: (v * WEIGHT).pow(2).sum())(x),
    "captured and detached": lambda x: grad(lambda v: (v * WEIGHT.detach()).pow(2).sum())(x),
    "without gradients": lambda x: torch.no_grad()(grad(loss))(x),
    "twice": lambda x: grad(loss)(grad(loss)(x) + WEIGHT) + grad(loss)(x.detach()),
}


def fn(x, name):
    result = TRANSFORMS[name](x)
    if result.requires_grad:
        result = result + 1
    return result, result.requires_grad, (result * 2).requires_grad, result.is_leaf


def case(t):
    with t.config.patch(recompile_limit=64):
        compiled = t.compile(fn)
        for name in TRANSFORMS:
            for requires in False, True:
                given = [torch.ones(2, 3, requires_grad=requires) for _ in range(2)]
                t.equal(compiled(given[0], name), fn(given[1], name))
