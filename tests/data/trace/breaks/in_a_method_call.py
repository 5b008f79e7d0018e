"""Breaks at the instructions that look methods up, and at `not` and `and` of what only the data decide."""

import torch


class Logged:
    def __getattr__(self, name):
        print("looking for", name)
        return lambda x, by=1: x + by


logged = Logged()


def fn(x):
    y = x.sin()
    z = logged.add(y).cos()
    w = logged.add(z, by=2)
    a = not (w.sum() > 100)
    b = w.sum() > 0 and w.sum() < 50
    c = w.sum() < 0 or w.mean()
    return w, a, bool(b), c


calls = [(torch.ones(3),), (torch.ones(3),)]


# expect graphs
# graph 0
#   l_x_: input
#   y = l_x_.sin()
#   return (y,)
# graph 1
#   l_y_: input
#   add = add(l_y_, 1)
#   z = add.cos()
#   return (z,)
# graph 2
#   l_z_: input
#   w = add(l_z_, 2)
#   sum_1 = w.sum()
#   gt = gt(sum_1, 100)
#   return (gt, w)
# graph 3
#   l_w_: input
#   sum_1 = l_w_.sum()
#   gt = gt(sum_1, 0)
#   return (gt,)
# graph 4
#   l_w_: input
#   sum_1 = l_w_.sum()
#   b = lt(sum_1, 50)
#   sum_2 = l_w_.sum()
#   lt_1 = lt(sum_2, 0)
#   return (lt_1, b)
# graph 5
#   l_w_: input
#   c = l_w_.mean()
#   return (c,)
# expect breaks
# line 8: call of builtin_function_or_method print: it writes to a file
# line 8: call of builtin_function_or_method print: it writes to a file
# line 19: data-dependent branch: the truth of a tensor is known only when it is computed
# line 20: data-dependent branch: the truth of a tensor is known only when it is computed
# line 21: data-dependent branch: the truth of a tensor is known only when it is computed
# line 22: data-dependent branch: the truth of a tensor is known only when it is computed
