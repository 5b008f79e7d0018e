"""A power of a power is in brackets where sizes are written down: Python reads `2**n**2` from the right (tests/fuzz --shapes)."""

import torch

options = [{"dynamic": True}]


def fn(x, n, f):
    return (2**n) ** 2, 2 ** (n**2), (n**2) ** 3, (2**n) ** -1, (f**2) ** 3, (f**0.5) ** n, -((2**n) ** 2), x + 1


def calls():
    for n, f in ((3, 2.5), (5, 0.5), (7, 3.0), (2, 1.5)):
        yield torch.ones(2), n, f
