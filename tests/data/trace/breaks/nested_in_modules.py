"""Breaks in modules within modules: state that was written before is there, and gradients flow through all graphs."""

import torch

config = dict(nested_graph_breaks=True)
train = True


class Inner(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(3, 3)
        self.calls = 0

    def forward(self, x):
        self.calls += 1
        y = self.linear(x)
        print(end="")
        return y * self.calls


class Outer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = Inner(), Inner()
        self.seen = []

    def forward(self, x):
        y = x.sin() + self.first(x)
        self.seen.append(y.shape)
        with torch.no_grad():
            z = self.second(y)
        return y * z + len(self.seen)


model = Outer()
calls = [(torch.ones(2, 3),), (torch.ones(2, 3),)]


# expect graphs
# graph 0
#   l_x_: input
#   l_self_modules_first_modules_linear_parameters_weight_: input
#   l_self_modules_first_modules_linear_parameters_bias_: input
#   sin = l_x_.sin()
#   y = linear(l_x_, l_self_modules_first_modules_linear_parameters_weight_, l_self_modules_first_modules_linear_parameters_bias_)
#   return (y, sin)
# graph 1
#   l_stack1_2_7_2_: input
#   l_stack0_: input
#   l_self_modules_second_modules_linear_parameters_weight_: input
#   l_self_modules_second_modules_linear_parameters_bias_: input
#   mul = mul(l_stack1_2_7_2_, 1)
#   y = add(l_stack0_, mul)
#   _set_grad_enabled = _set_grad_enabled(False)
#   y_1 = linear(y, l_self_modules_second_modules_linear_parameters_weight_, l_self_modules_second_modules_linear_parameters_bias_)
#   return (y_1, y)
# graph 2
#   l_stack1_2_7_2_: input
#   l_y_: input
#   z = mul(l_stack1_2_7_2_, 1)
#   _set_grad_enabled = _set_grad_enabled(True)
#   mul_1 = mul(l_y_, z)
#   add = add(mul_1, 1)
#   return (add,)
# graph 3
#   l_stack1_2_7_2_: input
#   l_stack0_: input
#   l_self_modules_second_modules_linear_parameters_weight_: input
#   l_self_modules_second_modules_linear_parameters_bias_: input
#   mul = mul(l_stack1_2_7_2_, 2)
#   y = add(l_stack0_, mul)
#   _set_grad_enabled = _set_grad_enabled(False)
#   y_1 = linear(y, l_self_modules_second_modules_linear_parameters_weight_, l_self_modules_second_modules_linear_parameters_bias_)
#   return (y_1, y)
# graph 4
#   l_stack1_2_7_2_: input
#   l_y_: input
#   z = mul(l_stack1_2_7_2_, 2)
#   _set_grad_enabled = _set_grad_enabled(True)
#   mul_1 = mul(l_y_, z)
#   add = add(mul_1, 2)
#   return (add,)
# expect breaks
# line 18: call of builtin_function_or_method print: it writes to a file
# line 18: call of builtin_function_or_method print: it writes to a file
# line 18: call of builtin_function_or_method print: it writes to a file
