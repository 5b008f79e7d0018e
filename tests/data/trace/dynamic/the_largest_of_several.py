"""The largest or smallest of more than two sizes that change is a size of the graph."""

import torch
from torch.nn.utils.rnn import pad_sequence


def fn(xs):
    longest, shortest = max(len(x) for x in xs), min(len(x) for x in xs)
    return torch.zeros(longest) + len(xs), torch.ones(shortest, 2), pad_sequence(xs).sum(0)


calls = [([torch.ones(n, 4) for n in sizes],) for sizes in ((3, 2, 5), (4, 6, 2), (2, 7, 3), (9, 8, 7))]


# expect graphs
# graph 0
#   l_xs_0_: input
#   l_xs_1_: input
#   l_xs_2_: input
#   zeros = zeros(5)
#   add = add(zeros, 3)
#   ones = ones(2, 2)
#   pad_sequence = pad_sequence((l_xs_0_, l_xs_1_, l_xs_2_), False, 0.0, 'right')
#   sum_1 = pad_sequence.sum(0)
#   return (add, ones, sum_1)
# graph 1
#   s1: input
#   s2: input
#   l_xs_0_: input
#   l_xs_1_: input
#   l_xs_2_: input
#   zeros = zeros(s1)
#   add = add(zeros, 3)
#   ones = ones(s2, 2)
#   pad_sequence = pad_sequence((l_xs_0_, l_xs_1_, l_xs_2_), False, 0.0, 'right')
#   sum_1 = pad_sequence.sum(0)
#   return (add, ones, sum_1)
# graph 2
#   s0: input
#   s1: input
#   l_xs_0_: input
#   l_xs_1_: input
#   l_xs_2_: input
#   zeros = zeros(s1)
#   add = add(zeros, 3)
#   ones = ones(s0, 2)
#   pad_sequence = pad_sequence((l_xs_0_, l_xs_1_, l_xs_2_), False, 0.0, 'right')
#   sum_1 = pad_sequence.sum(0)
#   return (add, ones, sum_1)
# graph 3
#   s0: input
#   s2: input
#   l_xs_0_: input
#   l_xs_1_: input
#   l_xs_2_: input
#   zeros = zeros(s0)
#   add = add(zeros, 3)
#   ones = ones(s2, 2)
#   pad_sequence = pad_sequence((l_xs_0_, l_xs_1_, l_xs_2_), False, 0.0, 'right')
#   sum_1 = pad_sequence.sum(0)
#   return (add, ones, sum_1)
# expect breaks
