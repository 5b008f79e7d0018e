"""Numbers and arrays that modules keep, in calls that are like earlier ones: those that change are numbers of the graph, of each
module its own."""

import numpy
import torch


class Layer(torch.nn.Module):
    def __init__(self, index):
        super().__init__()
        self.linear, self.count, self.ratio = torch.nn.Linear(4, 4), index, 1.0
        self.array = numpy.full(4, index, dtype=numpy.float32)

    def forward(self, x):
        x = self.linear(x).tanh()
        for _ in range(4):
            x = x + 1
        x = x * self.count + torch.zeros(self.count + 2).shape[0]
        return x * self.ratio + torch.from_numpy(self.array)


def fn(x, layers):
    for layer in layers:
        x = x + layer.count + layer.array.sum()
    for layer in layers:
        x = layer(x)
    return x


def calls():
    torch.manual_seed(0)
    layers = [Layer(index + 3) for index in range(6)]
    for step in range(6):
        for index, layer in enumerate(layers):
            layer.count = 10 * step + index + 3
            layer.ratio = 1.5 + step * index
        yield torch.ones(2, 4), layers
