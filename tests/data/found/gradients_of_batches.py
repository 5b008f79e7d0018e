"""What vmap gives requires gradients under autocast and of conjugated tensors, too.

Found by `tools/fuzz --transforms` (seed 897565048): there torch's fakes are asked what the functions give that take the batch
dimension off and put it back. The fake of a batch does not say itself that gradients are required: a function of autograd behind
it was run as if none were, and the gradient was lost.
"""

import torch
from torch.func import vmap


class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx, gradient):
        (x,) = ctx.saved_tensors
        return 2 * x * gradient


def function_behind(x):
    with torch.autocast("cpu", torch.bfloat16):
        return Square.apply(vmap(torch.sin)(x)), None


def told(x):
    with torch.autocast("cpu", torch.bfloat16):
        y = vmap(vmap(torch.sin))(x)
        z = vmap(lambda row: row @ row.view(-1))(x)
    return y * 2 + z, (y.requires_grad, z.requires_grad, y.dtype, z.dtype)


def conjugated(x):
    y = torch.complex(x, x + 1).conj()
    z = vmap(vmap(torch.sin), in_dims=1, out_dims=1)(y.T)
    return Square.apply(z).real, (z.requires_grad, z.is_conj())


def case(t):
    for function in (function_behind, told, conjugated):
        for dynamic in (False, True):
            compiled = t.compile(function, dynamic=dynamic, fullgraph=True)
            for requires_grad in (False, True):
                given, like = (torch.randn(4, 4).requires_grad_(requires_grad) for _ in range(2))
                like.data = given.data.clone()
                (result, facts), (expected, expected_facts) = compiled(given), function(like)
                t.equal(result, expected)
                assert facts == expected_facts
                assert result.requires_grad == expected.requires_grad
                if requires_grad:
                    result.sum().backward()
                    expected.sum().backward()
                    t.equal(given.grad, like.grad)
