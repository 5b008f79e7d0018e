"""Every binary operator, in place and not."""

import torch


def fn(x, n):
    y = x + n - 2 * x / 3
    y = (y // 2) % 5 ** 1
    y @= torch.eye(3)
    y += 1
    y -= x
    y *= 2
    k = (n << 2 | 1) & 0xFF ^ 3
    k >>= 1
    return y * k


calls = [(torch.randn(3, 3), 4), (torch.randn(3, 3), 4)]
