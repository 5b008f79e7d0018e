"""A subclass of tensors with methods and operators of its own: they are traced, and the graph does not call them again."""

import torch


class Own(torch.Tensor):
    def __add__(self, other):
        return super().__add__(other).neg()

    def __neg__(self):
        return super().__neg__().exp()

    def __getitem__(self, key):
        return super().__getitem__(key).exp()

    def __setitem__(self, key, value):
        super().__setitem__(key, value * 2)

    def __rsub__(self, other):
        return super().__rsub__(other).exp()

    def sum(self, *arguments, **keywords):
        return super().sum(*arguments, **keywords) + 100

    def sin(self):
        return super().sin().exp()

    @property
    def T(self):
        return super().T.exp()


def written(x):
    x[0] = 3
    return x


FUNCTIONS = [
    lambda x: x + 1,
    lambda x: -x,
    lambda x: x[0],
    lambda x: 1 - x,
    lambda x: x.sum(),
    lambda x: x.sin(),
    lambda x: torch.sin(x),
    lambda x: x.T,
    lambda x: (x.sin() + x[1]).sum(),
    written,
]


def case(t):
    for function in FUNCTIONS:
        for backend in t.backend, "aot_eager":
            found = torch.arange(4.0).view(2, 2).as_subclass(Own)
            expected = found.clone()
            made = t.compile(function, fullgraph=True, backend=backend)(found)
            t.equal(made.as_subclass(torch.Tensor), function(expected).as_subclass(torch.Tensor))
            t.equal(found.as_subclass(torch.Tensor), expected.as_subclass(torch.Tensor))
            assert type(made) is Own and (function is not written or made is found)
