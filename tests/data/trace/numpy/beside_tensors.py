"""Arrays of tensors, tensors of arrays, and both beside one another."""

import numpy as np
import torch


def fn(t, x):
    y = np.sin(t.numpy()) + x
    made = torch.from_numpy(y), torch.as_tensor(x, dtype=torch.float32), torch.tensor(x)
    return made, np.asarray(t), t * x, t.float() * np.float64(2), t.detach().numpy(force=True)


def numpy_of_a_tensor(t):
    return np.sin(t)


@torch.compiler.wrap_numpy
def wrapped(x):
    return np.sin(x) * 2


def case(t):
    tensor, x = torch.arange(3.0, dtype=torch.float64), np.ones(3)
    t.equal(t.compile(fn, fullgraph=True)(tensor, x), fn(tensor, x))
    # NumPy gives a tensor for a tensor here: that is left to it.
    t.equal(t.compile(numpy_of_a_tensor)(tensor), numpy_of_a_tensor(tensor))
    leaf = torch.ones(3, requires_grad=True)
    t.compile(wrapped, fullgraph=True, backend="aot_eager")(leaf).sum().backward()
    t.equal(leaf.grad, 2 * torch.cos(torch.ones(3)))
