"""Fakes take quantized tensors for plain ones, so they stay outside of graphs; covariances ask the data."""

import torch


def fn(x):
    y = torch.quantize_per_tensor(x, 0.1, 0, torch.quint8)
    return y.dequantize(), y.int_repr(), torch.cov(x), torch.corrcoef(x), x + 1


def case(t):
    x = torch.arange(6.0).view(2, 3)
    t.equal(t.compile(fn)(x), fn(x))
    t.equal(t.compile(fn, backend="aot_eager")(x), fn(x))
