"""A tensor made of a number of NumPy's has that number's dtype."""

import numpy as np
import torch


def alone(x):
    return torch.tensor(np.int8(1)), torch.as_tensor(np.float64(1.5)), torch.tensor(np.sqrt(2.0)), x + 1


def told(x):
    return torch.tensor(np.int8(1), dtype=torch.float32), x + 1


def listed(x):
    return torch.tensor([np.float64(1.5), 2]), x + 1


def case(t):
    x = torch.ones(3)
    for fn in alone, told, listed:
        t.equal(t.compile(fn)(x), fn(x))
    t.compile(alone, fullgraph=True)(x)
