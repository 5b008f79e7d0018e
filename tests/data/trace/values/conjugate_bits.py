"""A conjugated tensor is conjugated by who reads it: a bit of its metadata says so, which views and `resolve_conj` know."""

import torch


def case(t):
    z = torch.tensor([[1 + 2j, 3 - 1j]])
    inputs = {"plain": z, "conjugated": z.conj(), "leaf": z.clone().requires_grad_(), "conjugated leaf": z.conj().detach().requires_grad_()}
    x = torch.tensor([1.0, -2.0])

    def bits(z):
        c = z.conj()
        r = c.resolve_conj()
        return c, c.is_conj(), torch.is_conj(z), r, r.is_conj(), r is c, z.resolve_conj() is z, c.conj().is_conj(), c[0].is_conj(), (c * 2).is_conj()

    def transposed(z):
        c = z.mH
        return c, c.is_conj(), z.adjoint().is_conj(), c.H.is_conj(), c.clone().is_conj(), c.contiguous().is_conj(), c.t().is_conj(), c @ z, c.abs()

    def parts(z):
        i = z.conj().imag
        return i, i.is_neg(), i.resolve_neg(), i.resolve_neg().is_neg(), i[0].is_neg(), z.conj().real, torch.view_as_real(z.conj().resolve_conj())

    def written(z):
        c = z.detach().clone().conj()
        c.mul_(2)
        return c, c.is_conj(), c.conj_physical().is_conj()

    def gradients(z):
        c = z.conj()
        return (c * z).sum().abs(), c.resolve_conj().requires_grad, c.is_conj()

    def refused(z):
        return torch.view_as_real(z.conj())

    def array(z):
        return z.detach().conj().numpy()

    def array_resolved(z):
        return z.detach().conj().resolve_conj().numpy()

    def array_by_force(z):
        return z.conj().numpy(force=True)

    for function in (bits, transposed, parts, written, gradients, refused, array, array_resolved, array_by_force):
        for backend in ("eager", "aot_eager"):
            for made in inputs.values():
                agree(t, function, made, backend)

    def negated(x):
        n = torch._neg_view(x)
        return n, n.is_neg(), n.resolve_neg().is_neg(), x.is_neg(), n + 1, n[0].is_neg(), x.resolve_neg() is x, x.conj() is x

    def negated_array(x):
        return torch._neg_view(x).numpy()

    for function in (negated, negated_array):
        agree(t, function, x, "eager")
        agree(t, function, torch._neg_view(x), "eager")


def agree(t, function, argument, backend):
    def outcome(function):
        try:
            result = function(argument)
        except Exception as error:
            return type(error), str(error)
        # Backends that run operators of their own may conjugate at once what they give back.
        bits = backend == "eager"
        seen = (lambda v: v) if bits else (lambda v: v.resolve_conj().resolve_neg())
        return [(bits and v.is_conj(), bits and v.is_neg(), seen(v)) if isinstance(v, torch.Tensor) else v for v in result]

    expected = outcome(function)
    compiled = t.compile(function, backend=backend)
    t.equal(outcome(compiled), expected)
    t.equal(outcome(compiled), expected)
