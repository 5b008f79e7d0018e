"""A checkpointed function is a body of the graph; one that draws random numbers draws the same ones again."""

import torch
from torch.utils.checkpoint import checkpoint


def plain(linear, x, factor=2):
    return torch.relu(linear(x)).sin() * factor


def random(linear, x):
    return torch.nn.functional.dropout(linear(x), 0.5).sin()


def fn(linear, x):
    return checkpoint(plain, linear, x, use_reentrant=False, factor=3), checkpoint(random, linear, x, use_reentrant=False)


def run(function):
    torch.manual_seed(0)
    linear, x = torch.nn.Linear(3, 3), torch.randn(2, 3, requires_grad=True)
    results = function(linear, x)
    sum(result.sum() for result in results).backward()
    return results, x.grad, linear.weight.grad


def case(t):
    t.equal(run(t.compile(fn, fullgraph=True)), run(fn))


# expect graphs
# graph 0
#   l_x_: input
#   l_linear_parameters_weight_: input
#   l_linear_parameters_bias_: input
#   wrap_body_0 = wrap_body_0()
#   tag_activation_checkpoint = tag_activation_checkpoint(wrap_body_0, l_x_, l_linear_parameters_weight_, l_linear_parameters_bias_)
#   getitem = getitem(tag_activation_checkpoint, 0)
#   wrap_body_1 = wrap_body_1()
#   checkpoint_with_numbers = checkpoint_with_numbers(wrap_body_1, l_x_, l_linear_parameters_weight_, l_linear_parameters_bias_)
#   getitem_1 = getitem(checkpoint_with_numbers, 0)
#   return (getitem, getitem_1)
