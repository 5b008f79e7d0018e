"""torch's own fakes say what an operator gives, in the engine's terms."""

import torch
from alternator.tracing.inference import Inference, Scalar, Tensor

CPU = torch.device("cpu")


def tensor(*sizes, strides=None, dtype=torch.float32, grad=False):
    if strides is None:
        strides, step = [], 1
        for size in reversed(sizes):
            strides.insert(0, step)
            step = size if step == 1 else ("mul", size, step)
        strides = tuple(strides)
    return Tensor(dtype, sizes, strides, CPU, grad)


def case(t):
    inference = Inference()
    inference.symbol("s0", 8, 2)
    inference.symbol("s1", 3, 2, 64)
    x, y = tensor("s0", 4, grad=True), tensor(4, "s1")

    product = inference.infer(torch.matmul, (x, y), {})
    assert product.sizes == ("s0", "s1") and product.strides == ("s1", 1) and product.requires_grad
    assert inference.infer("view", (x, -1), {}).sizes == (("mul", 4, "s0"),)
    assert inference.infer("t", (x,), {}).strides == (1, 4)
    assert inference.guards() == []

    halves = inference.infer("view", (x, 2, -1), {})
    assert halves.sizes[0] == 2 and (("eq", ("mod", "s0", 2), 0), "(s0 % 2) == 0") in inference.guards()

    biggest = inference.infer(torch.max, (x,), {"dim": 0})
    assert biggest.values.sizes == (4,) and biggest.indices.dtype is torch.int64
    assert inference.infer("add_", (x, 1), {}) is x, "changed in place is the same tensor"
    pieces = inference.infer(torch.split, (y, 2), {})
    assert type(pieces) is tuple and [p.sizes for p in pieces] == [(2, "s1"), (2, "s1")]

    number = inference.infer("item", (tensor(dtype=torch.int64),), {})
    assert isinstance(number, Scalar) and number.kind is int and number.hint is None
    assert inference.infer(torch.zeros, (number,), {}).sizes == (number.expression,)
    assert inference.infer("size", (x, 0), {}).expression == "s0"
    try:
        inference.infer(torch.matmul, (x, x), {})
    except RuntimeError as error:
        assert "reduction dim" in str(error) or "size" in str(error)
    else:
        raise AssertionError("shapes that do not fit were accepted")


# expect captured
# nothing
