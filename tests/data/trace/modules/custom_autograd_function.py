"""A function with a backward of its own: one node of the graph, and its gradient."""

import torch


class Doubled(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * 2

    @staticmethod
    def backward(ctx, gradient):
        (x,) = ctx.saved_tensors
        return gradient * x


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(3, 3)

    def forward(self, x):
        return Doubled.apply(self.linear(x)).sum()


train = True
model = Model()
calls = [(torch.randn(2, 3),)]


# expect graphs
# graph 0
#   l_self_modules_linear_parameters_weight_: input
#   l_self_modules_linear_parameters_bias_: input
#   l_x_: input
#   arg = linear(l_x_, l_self_modules_linear_parameters_weight_, l_self_modules_linear_parameters_bias_)
#   fwd_body_0 = fwd_body_0()
#   bwd_body_0 = bwd_body_0()
#   autograd_function_apply = autograd_function_apply(fwd_body_0, bwd_body_0, arg, non_differentiable_idx=[], saved_for_backward_idx=[0])
#   getitem = getitem(autograd_function_apply, 0)
#   sum_1 = getitem.sum()
#   return (sum_1,)
# expect breaks
