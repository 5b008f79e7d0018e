"""An array that the program changes is changed for its caller; views share its memory."""

import numpy as np
import torch


def fn(x, y, t):
    x += 1
    x[0] = 5
    y[1:] *= 2
    np.copyto(y[:1], 7)
    np.add(x, y, out=x)
    shared = t.numpy()
    shared -= 1
    part = x[1:]
    part *= 3
    return x, torch.from_numpy(y)


calls = [(np.ones(3), np.arange(3.0), torch.ones(3)), (np.zeros(3), np.ones(3), torch.zeros(3))]
