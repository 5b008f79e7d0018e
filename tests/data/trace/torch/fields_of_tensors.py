"""Fields of tensors are set: gradients, data, and attributes of the program's own."""

import torch


def fn(x, y):
    seen = x.grad is None
    x.grad = y * 2
    x.note = {"a": y}
    made = x + 1
    made.tag = 5
    return made, made.tag, x.grad + 1, seen, x.note["a"] is y, made.grad


def data(x, y):
    x.data = y + 1
    return x * 2


def clear(x):
    x.grad = None
    return x + 1


def case(t):
    def arguments():
        return torch.ones(2, requires_grad=True), torch.full((2,), 3.0)

    for function in (fn, data):
        expected, found = arguments(), arguments()
        t.equal(t.compile(function, fullgraph=True)(*found), function(*expected))
        t.equal((found, found[0].grad, getattr(found[0], "note", None)), (expected, expected[0].grad, getattr(expected[0], "note", None)))
    made = t.compile(fn)(*arguments())[0]
    assert made.tag == 5
    x = torch.ones(2)
    x.grad = torch.ones(2)
    t.compile(clear, fullgraph=True)(x)
    assert x.grad is None


# expect graphs
# graph 0
#   l_x_: input
#   l_y_: input
#   mul = mul(l_y_, 2)
#   made = add(l_x_, 1)
#   add_1 = add(mul, 1)
#   return (made, add_1, mul)
# graph 1
#   l_y_: input
#   l_x_: input
#   add = add(l_y_, 1)
#   _set_grad_enabled = _set_grad_enabled(False)
#   shallow_copy_data_ = shallow_copy_data_(l_x_, add)
#   _set_grad_enabled_1 = _set_grad_enabled(True)
#   mul = mul(l_x_, 2)
#   return (mul,)
# graph 2
#   l_x_: input
#   l_y_: input
#   mul = mul(l_y_, 2)
#   made = add(l_x_, 1)
#   add_1 = add(mul, 1)
#   return (made, add_1, mul)
# graph 3
#   l_x_: input
#   add = add(l_x_, 1)
#   return (add,)
# expect nothing torch-2.13
# Before 2.14 there is no operator that sets the data of a tensor: the graph breaks.
