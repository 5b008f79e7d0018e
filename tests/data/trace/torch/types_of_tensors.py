"""torch's old types of tensors, as constructors, as dtypes and as what a tensor is asked to be."""

import torch


def fn(x):
    return (
        torch.FloatTensor([1, 2, 3]) + x, torch.LongTensor(2, 3).zero_(), torch.HalfTensor(x.shape).fill_(2),
        torch.BoolTensor([True, False, True]), torch.ByteTensor(), torch.LongTensor([1.5, 2.5]),
        x.type(torch.LongTensor), x.type("torch.DoubleTensor"), x.type(torch.int32), x.type(torch.FloatTensor, True), x.type(),
        isinstance(x, torch.FloatTensor), isinstance(x, (torch.LongTensor, torch.cuda.FloatTensor)),
        isinstance(x.double(), torch.DoubleTensor), isinstance(3, torch.FloatTensor),
    )  # fmt: skip


def case(t):
    compiled = t.compile(fn, fullgraph=True)
    for _ in range(2):
        t.equal(compiled(torch.ones(3)), fn(torch.ones(3)))
    t.equal(len(t.graphs), 1)
    x = torch.ones(3)
    wrong = t.compile(lambda x: torch.LongTensor(x))
    t.equal(outcome(wrong, x), outcome(torch.LongTensor, x))


def outcome(function, x):
    try:
        return function(x)
    except Exception as error:
        return type(error)
