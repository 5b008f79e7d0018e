"""What is written into a tensor's `data`, autograd does not see: a tensor that it has saved keeps its version."""

import torch


def argument(x):
    y = x.sin()
    x.data.add_(1)
    return y * x


def result(x):
    y = x * 2
    z = y.sin()
    y.data.mul_(3)
    return z + y


def data_of_data(x):
    y = x.sin() * x
    x.data.data[1:].zero_()
    return y + x


def case(t):
    for function in argument, result, data_of_data:
        outcomes = []
        for run in function, t.compile(function, fullgraph=True):
            x = torch.arange(1.0, 4.0, requires_grad=True)
            y = run(x)
            y.sum().backward()
            outcomes.append((x, y, x.grad))
        t.equal(*outcomes)


# expect graphs
# graph 0
#   l_x_: input
#   y = l_x_.sin()
#   _get_data_attr = _get_data_attr(l_x_)
#   add_ = _get_data_attr.add_(1)
#   mul = mul(y, l_x_)
#   return (mul,)
# graph 1
#   l_x_: input
#   y = mul(l_x_, 2)
#   z = y.sin()
#   _get_data_attr = _get_data_attr(y)
#   mul_ = _get_data_attr.mul_(3)
#   add = add(z, y)
#   return (add,)
# graph 2
#   l_x_: input
#   sin = l_x_.sin()
#   y = mul(sin, l_x_)
#   _get_data_attr = _get_data_attr(l_x_)
#   _get_data_attr_1 = _get_data_attr(_get_data_attr)
#   getitem = getitem(_get_data_attr_1, slice(1, None, None))
#   zero_ = getitem.zero_()
#   add = add(y, l_x_)
#   return (add,)
