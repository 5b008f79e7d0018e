"""A tensor made of lists in which tensors of one element stand for numbers; the truth of a number that only the data knows."""

import torch


def fn(x, k):
    return (
        torch.tensor([x[0], x[1] * 2]), torch.tensor([[x[0], 2], [k, True]]), torch.tensor([x[:1], x[1].item()]), torch.as_tensor((x.sum(), 1j)),
        torch.tensor([k[0], 3]), torch.tensor([k[0], 2.5]), torch.tensor([x[0].double(), 1], dtype=torch.float32), bool(x[0].item()),
    )  # fmt: skip


def several(x):
    return torch.tensor([x, x])


def case(t):
    compiled = t.compile(fn, fullgraph=True)
    for x in torch.tensor([0.5, 1.5]), torch.tensor([0.0, 3.0]):
        x.requires_grad_()
        k = torch.tensor([4])
        t.equal(compiled(x, k), fn(x, k))
        t.equal([one.requires_grad for one in compiled(x, k)[:3]], [False] * 3)
    try:
        several(torch.ones(2))
    except ValueError as error:
        try:
            t.compile(several)(torch.ones(2))
        except ValueError as other:
            t.equal(str(other), str(error))
