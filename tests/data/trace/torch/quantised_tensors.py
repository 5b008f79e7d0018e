"""Quantised tensors are left to torch: fakes of them are plain tensors."""

import torch


def fn(x):
    quantised = torch.quantize_per_tensor(x, 0.1, 10, torch.quint8)
    return quantised.dequantize(), quantised.int_repr(), quantised.is_quantized


def given(quantised):
    return quantised.dequantize() + 1


def case(t):
    x = torch.tensor([0.25, -0.5])
    t.equal(t.compile(fn)(x), fn(x))
    quantised = torch.quantize_per_tensor(x, 0.1, 10, torch.quint8)
    t.equal(t.compile(given)(quantised), given(quantised))
