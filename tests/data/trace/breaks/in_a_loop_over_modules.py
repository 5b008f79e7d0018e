"""What is captured of one layer's turn serves the layers that are like it."""

import torch

config = dict(graph_breaks_in_loops=True)


class Stack(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = torch.nn.ModuleList([torch.nn.Linear(3, 3) for _ in range(10)])

    def forward(self, x):
        for layer in self.layers:
            x = layer(x).relu()
            print(end="")
        return x + 1


model = Stack()
train = True
calls = [(torch.ones(2, 3),), (torch.ones(2, 3),)]


# expect graphs
# graph 0
#   l_self_modules_layers_modules_0_parameters_weight_: input
#   l_self_modules_layers_modules_0_parameters_bias_: input
#   l_x_: input
#   linear = linear(l_x_, l_self_modules_layers_modules_0_parameters_weight_, l_self_modules_layers_modules_0_parameters_bias_)
#   x = linear.relu()
#   return (x,)
# graph 1
#   l_stack1_parameters_weight_: input
#   l_stack1_parameters_bias_: input
#   l_x_: input
#   linear = linear(l_x_, l_stack1_parameters_weight_, l_stack1_parameters_bias_)
#   x = linear.relu()
#   return (x,)
# graph 2
#   l_x_: input
#   add = add(l_x_, 1)
#   return (add,)
# expect breaks
# line 16: call of builtin_function_or_method print: it writes to a file
# line 14: an iterator that was made outside the compiled function
# line 16: call of builtin_function_or_method print: it writes to a file
