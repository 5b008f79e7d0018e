"""The largest or smallest of more than two sizes that change is a size of the graph."""

import torch
from torch.nn.utils.rnn import pad_sequence


def fn(xs):
    longest, shortest = max(len(x) for x in xs), min(len(x) for x in xs)
    return torch.zeros(longest) + len(xs), torch.ones(shortest, 2), pad_sequence(xs).sum(0)


calls = [([torch.ones(n, 4) for n in sizes],) for sizes in ((3, 2, 5), (4, 6, 2), (2, 7, 3), (9, 8, 7))]
