"""Running statistics of a batch norm are written as in eager, and gradients agree."""

import torch

torch.manual_seed(0)
model = torch.nn.Sequential(torch.nn.Conv2d(3, 4, 3), torch.nn.BatchNorm2d(4), torch.nn.ReLU()).train()
train = True
calls = [(torch.randn(2, 3, 8, 8),), (torch.randn(2, 3, 8, 8),)]
