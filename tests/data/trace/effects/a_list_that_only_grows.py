"""What appends to a list and does not read it holds for every length."""

import torch


class Recorder(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.seen = []

    def forward(self, x, out, more):
        y = x * 2
        self.seen.append(y.shape[0])
        out.append(y)
        out.extend(more)
        out += (x,)
        return y + 1


model = Recorder()
calls = [(torch.ones(3), [None] * n, [n]) for n in range(10)]


# expect graphs
# graph 0
#   l_x_: input
#   y = mul(l_x_, 2)
#   add = add(y, 1)
#   return (add, y)
# expect breaks
