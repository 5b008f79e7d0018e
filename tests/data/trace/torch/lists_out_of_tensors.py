"""`tolist()` of ints, where scalars are captured: numbers that the running graph gives."""

import torch

config = {"capture_scalar_outputs": True}


def ints(x, sizes):
    first, second = sizes.tolist()
    return x * first + second, sizes[0].tolist()


def nested(x, sizes):
    return [x * number for row in sizes.view(1, 2).tolist() for number in row]


def floats(x, sizes):
    return x * x.tolist()[0]


def case(t):
    for fn in ints, nested, floats:
        compiled = t.compile(fn)
        for sizes in torch.tensor([1, 3]), torch.tensor([2, 5]):
            t.equal(compiled(torch.ones(2), sizes), fn(torch.ones(2), sizes))
    assert len(t.graphs) == 3, len(t.graphs)


# expect breaks
# tensors.py: the numbers of a tensor that are no ints
