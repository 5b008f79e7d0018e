"""A view of what requires gradients requires them, also where gradients are off; a copy does not."""

import torch


def every(x):
    views = [
        *x.split(1), *x.chunk(2), *x.unbind(), *x.tensor_split(2), x.view(-1), x.T, x.mT, x.expand(2, 2), x.unsqueeze(0), x.squeeze(), x.narrow(0, 0, 1),
        x.select(0, 0), x.permute(1, 0), x.transpose(0, 1), x.diagonal(), x[0], x[:1], x[..., 0], x[None], x.unflatten(0, (1, 2)), x.as_strided((1,), (1,)),
        x.view_as(x), x.t(), torch.t(x), torch.unbind(x)[0], x.flatten(), x.reshape(4), x.contiguous(), x.float(), x.to(torch.float32),
    ]  # fmt: skip
    copies = [x.t().reshape(4), x[[0]], x.clone(), x + 1, x.double(), x.repeat(1, 1), x.t().contiguous(), x.detach(), x.data, x.t().flatten()]
    return [q.requires_grad for q in views], [q.requires_grad for q in copies]


def fn(x):
    with torch.no_grad():
        inner = every(x)
        kept = x.view(-1), x[0]
    return every(x), inner, kept


def calls():
    yield (torch.ones(2, 2).requires_grad_(),)
    yield (torch.ones(2, 2),)
    with torch.no_grad():
        yield (torch.ones(2, 2).requires_grad_(),)


options = [{}, {"dynamic": True}]
