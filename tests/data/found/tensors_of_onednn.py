"""A tensor of oneDNN's layout has strides to show and no memory that these lead through: it is no tensor of a graph."""

import torch


def form(x):
    return x.layout, x.is_mkldnn, x.shape, x.numel()


def case(t):
    x = torch.arange(9.0).reshape(3, 3)
    packed = x.to_mkldnn()
    for fn, arguments in (
        (lambda a: a.to_mkldnn().to_dense(), (x,)),
        (lambda a: torch.relu(a.to_mkldnn()).to_dense() + 1, (x,)),
        (lambda a: a.to_dense(), (packed,)),
        (lambda a: (a * 2).to_dense(), (packed,)),
        (lambda a, b: a.to_dense() + b, (packed, x)),
    ):
        for backend in ("eager", "aot_eager"):
            result = t.compile(fn, backend=backend)(*arguments)
            t.equal(result.layout, torch.strided)
            t.equal(result, fn(*arguments))
    t.equal(t.compile(form, backend="eager")(packed), form(packed))
    # Beside it there is something to capture.
    t.equal(t.compile(lambda a: a + 1, backend="eager")(x), x + 1)
