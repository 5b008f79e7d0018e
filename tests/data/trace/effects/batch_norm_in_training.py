"""Running statistics of a batch norm are written as in eager, and gradients agree."""

import torch

torch.manual_seed(0)
model = torch.nn.Sequential(torch.nn.Conv2d(3, 4, 3), torch.nn.BatchNorm2d(4), torch.nn.ReLU()).train()
train = True
calls = [(torch.randn(2, 3, 8, 8),), (torch.randn(2, 3, 8, 8),)]


# expect graphs
# graph 0
#   l_self_modules_0_parameters_weight_: input
#   l_self_modules_0_parameters_bias_: input
#   l_input_: input
#   l_self_modules_1_buffers_num_batches_tracked_: input
#   l_self_modules_1_buffers_running_mean_: input
#   l_self_modules_1_buffers_running_var_: input
#   l_self_modules_1_parameters_weight_: input
#   l_self_modules_1_parameters_bias_: input
#   input_1 = conv2d(l_input_, l_self_modules_0_parameters_weight_, l_self_modules_0_parameters_bias_, (1, 1), (0, 0), (1, 1), 1)
#   add_ = l_self_modules_1_buffers_num_batches_tracked_.add_(1)
#   input_2 = batch_norm(input_1, l_self_modules_1_buffers_running_mean_, l_self_modules_1_buffers_running_var_, l_self_modules_1_parameters_weight_, l_self_modules_1_parameters_bias_, True, 0.1, 1e-05)
#   input_3 = relu(input_2, inplace=False)
#   return (input_3,)
# expect breaks
