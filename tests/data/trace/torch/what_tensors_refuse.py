"""What a tensor refuses raises in the trace; what only the data knows, the running graph asserts:
what that raises is what the program does."""

import functools

import torch


def items(x):
    try:
        del x[0]
    except TypeError as error:
        return x * 2, str(error)


def asserted(x):
    torch._assert((x < 5).all(), "too large")
    torch._assert(x.ndim == 1, "not flat")
    return x * 2


def ordered(x):
    key = functools.cmp_to_key(lambda left, right: right - left)
    return x * 2, sorted([3, 1, 2], key=key), key(1) < key(0), key(1) == key(1), key(3).obj


def quantized(x):
    return torch.quantize_per_tensor(x, 0.5, 0, torch.qint8).dequantize()


def case(t):
    x = torch.arange(3.0)
    for function in items, asserted, ordered:
        t.equal(t.compile(function, fullgraph=True)(x), function(x))
    t.equal(t.compile(quantized)(x), quantized(x))
    try:
        t.compile(asserted, fullgraph=True)(x + 5)
    except AssertionError as error:
        assert str(error) == "too large"
    else:
        raise AssertionError("nothing was asserted")
