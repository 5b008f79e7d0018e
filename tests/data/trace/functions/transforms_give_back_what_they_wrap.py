"""What a transform unwraps is the very tensor that it wrapped, where the function gave that back or changed it in place."""

import torch
from torch.func import grad, grad_and_value, vjp, vmap


def case(t):
    def batched(x):
        y = x * 1
        return [
            vmap(torch.sin_)(x) is x, vmap(lambda a: a)(x) is x, vmap(torch.cos_)(y) is y, vmap(lambda a: a, in_dims=1, out_dims=1)(x) is x,
            vmap(lambda a: a, in_dims=1, out_dims=-1)(x) is x, vmap(lambda a: a, in_dims=-1, out_dims=1)(x) is x, vmap(lambda a: a, in_dims=1, out_dims=0)(x) is x,
            vmap(lambda a: (a + 1, a.add_(1)))(x)[1] is x, vmap(vmap(torch.sin_))(x) is x, vmap(lambda a: a.expand_as(a))(x) is x, x, y,
        ]  # fmt: skip

    def differentiated(x):
        aux = grad(lambda a: (a.sum(), a), has_aux=True)(x)[1]
        both = grad_and_value(lambda a: (a.sum(), [a, a.sin()]), has_aux=True)(x)
        return vjp(lambda a: a, x)[0] is x, aux is x, both[1][1][0] is x, both[1][1][1], vmap(grad(lambda a: a.sum() * 2))(x) is x

    for function in (batched, differentiated):
        expected = function(torch.ones(2, 3))
        for backend in (t.backend, "aot_eager"):
            t.equal(t.compile(function, backend=backend)(torch.ones(2, 3)), expected)
