"""Objects that hold tensors: containers, iteration, arithmetic, copies."""

import copy

import torch


class Vector:
    def __init__(self, *parts):
        self.parts = list(parts)

    def __add__(self, other):
        return Vector(*(a + b for a, b in zip(self.parts, other.parts)))

    def __iter__(self):
        return iter(self.parts)

    def __len__(self):
        return len(self.parts)

    def __matmul__(self, other):
        return sum(a * b for a, b in zip(self, other))


def program():
    torch.manual_seed(0)
    a = Vector(*torch.arange(6.0).view(3, 2))
    b = Vector(*(torch.ones(2) * i for i in range(3)))
    total = a + b
    shallow = copy.copy(total)
    shallow.parts.append(torch.zeros(1))
    return [p * 2 for p in total], len(total), a @ b, torch.stack([*b]).sum(0), [p.shape for p in a]


# expect captured
# in pieces
