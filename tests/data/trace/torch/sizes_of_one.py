"""What is 1 by the value of a symbol alone lies in rows whatever its stride; and a written `out=` tensor is what was given."""

import torch


def diagonal(x):
    y = x.diagonal(2)
    return y.is_contiguous(), y.shape, y + 1


def halves(x):
    return torch.nn.functional.glu(x, 1).is_contiguous()


def summed(a, b, out):
    return torch.add(a, b, out=out) is out, torch.max(a, 0, out=(out[0], torch.zeros(3, dtype=torch.int64))).values


def case(t):
    for rows, columns in ((5, 3), (5, 6), (3, 3)):
        t.equal(t.compile(diagonal, dynamic=True)(torch.ones(rows, columns)), diagonal(torch.ones(rows, columns)))
    compiled = t.compile(diagonal)
    for columns in (4, 3, 5, 3):
        t.equal(compiled(torch.ones(5, columns)), diagonal(torch.ones(5, columns)))
    x = torch.ones(8, 4, 2).transpose(1, 2)
    t.equal(t.compile(halves, dynamic=True)(x), halves(x))
    outs = [torch.zeros(2, 3) for _ in range(2)]
    a, b = torch.ones(2, 3), torch.full((3,), 2.0)
    found, expected = t.compile(summed, fullgraph=True)(a, b, outs[0]), summed(a, b, outs[1])
    t.equal((outs[0], found), (outs[1], expected))
