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


# expect graphs
# graph 0
#   l_self_modules_norm_parameters_weight_: input
#   l_self_modules_norm_parameters_bias_: input
#   l_x_: input
#   l_self_modules_blocks_modules_0_parameters_weight_: input
#   l_self_modules_blocks_modules_0_parameters_bias_: input
#   l_self_modules_blocks_modules_1_parameters_weight_: input
#   l_self_modules_blocks_modules_1_parameters_bias_: input
#   x = layer_norm(l_x_, (8,), l_self_modules_norm_parameters_weight_, l_self_modules_norm_parameters_bias_, 1e-05)
#   linear = linear(x, l_self_modules_blocks_modules_0_parameters_weight_, l_self_modules_blocks_modules_0_parameters_bias_)
#   gelu = gelu(linear, approximate='none')
#   x_1 = add(x, gelu)
#   linear_1 = linear(x_1, l_self_modules_blocks_modules_1_parameters_weight_, l_self_modules_blocks_modules_1_parameters_bias_)
#   gelu_1 = gelu(linear_1, approximate='none')
#   x_2 = add(x_1, gelu_1)
#   return (x_2,)
# expect breaks
