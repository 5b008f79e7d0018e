"""NumPy's functions of numbers known while tracing give NumPy's numbers, as they do without a graph."""

import numpy as np
import torch


def scaled(q, k):
    return (q @ k.T) / np.sqrt(q.shape[-1])


def jittered(x, jitter):
    reach = np.log(jitter)
    return x + torch.empty(2).uniform_(-reach, reach).exp() * np.float32(0.5) + np.int64(3) * x


def numbers(x):
    size = np.prod(x.shape)
    half, angle = np.float32(0.5), np.pi / np.max([2, 4])
    return x.reshape(int(size)), size, half, half + 1, -angle, np.ceil(size / 4), size.dtype, bool(half > 0), f"{np.round(angle, 2)}"


def of_their_own(x):
    scale, count = np.float32(2.5), np.int64(3)
    kept = x * scale + count if scale > 2 and bool(count) else x
    return kept, scale * x, torch.full((int(count),), float(scale)), count + 1, -scale, max(scale, 1.0), np.clip(7, 0, 5), x[:count]


def case(t):
    torch.manual_seed(0)
    q, k = torch.randn(3, 4), torch.randn(5, 4)
    t.equal(t.compile(scaled, fullgraph=True)(q, k), scaled(q, k))
    for fn, arguments in (jittered, (torch.ones(2), 2.0)), (numbers, (torch.ones(2, 3),)), (of_their_own, (torch.ones(4),)):
        torch.manual_seed(1)
        expected = fn(*arguments)
        torch.manual_seed(1)
        found = t.compile(fn, fullgraph=True)(*arguments)
        t.equal(found, expected)
        if fn is not jittered:
            assert [type(part) for part in found] == [type(part) for part in expected], found
