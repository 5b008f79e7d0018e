"""torch's checks, constructors and layout questions."""

import torch


def fn(x):
    torch._check_value(x.shape[0] == 2)
    torch._check_index(True, lambda: "never")
    try:
        torch._check_type(x.dim() == 7, lambda: f"{x.dim()} dimensions")
    except TypeError as error:
        told = str(error)
    formats = x.is_contiguous(memory_format=torch.channels_last), x.is_contiguous()
    sizes = {x.shape: 1}[x.shape], hash(x.shape) == hash((2, 3, 4, 5))
    return x + 1, told, formats, sizes, torch.Tensor([1, 2]), torch.Tensor(2, 3).shape


def generator(x, source):
    return x + torch.rand(2, generator=source)


def sparse(x):
    return x.to_sparse().to_dense() + 1


def case(t):
    for x in (torch.randn(2, 3, 4, 5), torch.randn(2, 3, 4, 5).to(memory_format=torch.channels_last)):
        t.equal(t.compile(fn, fullgraph=True)(x), fn(x))
    x = torch.ones(2)
    found = t.compile(generator)(x, torch.Generator().manual_seed(1))
    t.equal(found, generator(x, torch.Generator().manual_seed(1)))
    t.equal(t.compile(sparse)(torch.eye(2)), sparse(torch.eye(2)))
