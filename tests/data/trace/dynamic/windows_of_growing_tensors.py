"""A window of a tensor that grows, such as a cache that is cropped, has strides that no size of it makes: they become
symbols as sizes do, shared where they are equal."""

import torch


def fn(keys, values, query):
    keys, values = torch.cat([keys, query], -2), torch.cat([values, query], -2)
    return torch.nn.functional.scaled_dot_product_attention(query, keys, values), keys.transpose(1, 2).flatten(0, 1)


def laid_out(x):
    return x.contiguous().stride(), x.is_contiguous(), (x * 2).view(-1)


def case(t):
    torch.manual_seed(0)
    compiled = t.compile(fn, fullgraph=True)
    # In the last ones the window is all that there is.
    for length, window in ((5, 4), (6, 5), (7, 5), (9, 8), (10, 7), (12, 12), (13, 13)):
        keys, values = (torch.randn(1, 2, length, 4)[:, :, :window] for _ in range(2))
        query = torch.randn(1, 2, 3, 4)
        t.equal(compiled(keys, values, query), fn(keys, values, query))
    t.equal(len(t.graphs), 2)

    compiled = t.compile(laid_out, fullgraph=True)
    for length in (6, 7, 9, 5, 8, 5):
        x = torch.arange(4.0 * length).view(4, length)[:, :5]
        if not x.is_contiguous():
            x = x[:, :3]
        t.equal(compiled(x.t()[:, :2].t()), laid_out(x.t()[:, :2].t()))
