"""A module of torch.nn's layers: parameters are inputs of the graph by their path."""

import torch


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = torch.nn.LayerNorm(8)
        self.blocks = torch.nn.ModuleList([torch.nn.Linear(8, 8) for _ in range(2)])
        self.table = torch.nn.ModuleDict({"act": torch.nn.GELU()})

    def forward(self, x):
        x = self.norm(x)
        for block in self.blocks:
            x = x + self.table["act"](block(x))
        return x


torch.manual_seed(0)
model = Model()
train = True
calls = [(torch.randn(4, 8),), (torch.randn(4, 8),)]
