"""A torch-function mode that is on around a compiled call is asked while tracing, and the graph runs without it."""

import torch
from torch.overrides import TorchFunctionMode


class Count(TorchFunctionMode):
    def __init__(self):
        super().__init__()
        self.names = []

    def __torch_function__(self, function, types, args=(), kwargs=None):
        self.names.append(function.__name__)
        return function(*args, **(kwargs or {}))


class Scaled(TorchFunctionMode):
    def __init__(self, factor):
        super().__init__()
        self.factor = factor

    def __torch_function__(self, function, types, args=(), kwargs=None):
        result = function(*args, **(kwargs or {}))
        return result * self.factor if function is torch.sin else result


def plain(x):
    return torch.sin(x) + 1


def with_one_inside(x):
    with Scaled(5):
        y = torch.sin(x)
    return y + torch.sin(x)


def breaks(x):
    y = torch.sin(x)
    with Scaled(3):
        torch._dynamo.graph_break()
        y = torch.sin(y)
    return y + torch.sin(x), torch._C._len_torch_function_stack()


def leaves_one_on(x):
    Scaled(3).__enter__()
    return torch.sin(x)


def without(x):
    with torch._C.DisableTorchFunction():
        return torch.sin(x)


def takes_it_off(x):
    mode = torch._C._pop_torch_function_stack()
    y = torch.sin(x)
    torch._C._push_on_torch_function_stack(mode)
    return y + torch.sin(x)


def writes(x, mode):
    mode.factor += 1
    return torch.sin(x)


def case(t):
    x = torch.arange(6.0).reshape(2, 3)

    for backend in t.backend, "aot_eager":
        compiled = t.compile(plain, backend=backend, fullgraph=True)
        graphs = len(t.backend)
        for factor in 2, 2, 3:
            t.equal(under([Scaled(factor)], compiled, x), under([Scaled(factor)], plain, x))
        t.equal(compiled(x), plain(x))
        if backend is t.backend:
            assert len(t.backend) - graphs == 3, len(t.backend)

    for fn in plain, with_one_inside, breaks, leaves_one_on, without, takes_it_off:
        compiled = t.compile(fn)
        for outside in [Scaled(2)], [Count(), Scaled(2)], [Scaled(2), Count()], [torch.device("cpu"), Scaled(2)]:
            for _ in range(2):
                t.equal(under(outside, compiled, x), under(outside, fn, x))

    # What it keeps is read and written as anything else is.
    compiled = t.compile(plain, fullgraph=True)
    counts = Count(), Count()
    for count in *counts, counts[0]:
        with count:
            compiled(x)
    assert [count.names for count in counts] == [["sin", "add"] * 2, ["sin", "add"]], counts
    compiled = t.compile(writes, fullgraph=True)
    mode, other = Scaled(2), Scaled(2)
    for _ in range(3):
        t.equal(under([mode], compiled, x, mode), under([other], writes, x, other))
    assert mode.factor == other.factor == 5

    a, b = (x.clone().requires_grad_() for _ in range(2))
    for fn, given in (t.compile(plain, backend="aot_eager", fullgraph=True), a), (plain, b):
        under([Scaled(2)], fn, given).sum().backward()
    t.equal(a.grad, b.grad)


def under(modes, fn, *arguments):
    for mode in modes:
        mode.__enter__()
    try:
        return fn(*arguments)
    finally:
        while torch._C._len_torch_function_stack():
            torch._C._pop_torch_function_stack()


# expect graphs
# graph 0
#   l_x_: input
#   result = sin(l_x_)
#   result_1 = mul(result, 2)
#   result_2 = result_1.add(1)
#   return (result_2,)
# graph 1
#   l_x_: input
#   result = sin(l_x_)
#   result_1 = mul(result, 3)
#   result_2 = result_1.add(1)
#   return (result_2,)
# graph 2
#   l_x_: input
#   sin = sin(l_x_)
#   add = add(sin, 1)
#   return (add,)
# graph 3
#   s0: input
#   l_x_: input
#   result = sin(l_x_)
#   result_1 = mul(result, s0)
#   result_2 = result_1.add(1)
#   return (result_2,)
# graph 4
#   l_x_: input
#   result = sin(l_x_)
#   result_1 = result.mul(2)
#   result_2 = result_1.add(1)
#   return (result_2,)
# graph 5
#   s0: input
#   l_x_: input
#   result = sin(l_x_)
#   result_1 = mul(result, s0)
#   result_2 = result_1.add(1)
#   return (result_2,)
# graph 6
#   l_x_: input
#   result = sin(l_x_)
#   result_1 = mul(result, 2)
#   result_2 = result_1.add(1)
#   return (result_2,)
# graph 7
#   l_x_: input
#   result = sin(l_x_)
#   result_1 = mul(result, 2)
#   result_2 = result_1.mul(5)
#   result_3 = sin(l_x_)
#   result_4 = mul(result_3, 2)
#   result_5 = result_2.add(result_4)
#   return (result_5,)
# graph 8
#   l_x_: input
#   result = sin(l_x_)
#   result_1 = result.mul(2)
#   result_2 = result_1.mul(5)
#   result_3 = sin(l_x_)
#   result_4 = result_3.mul(2)
#   result_5 = result_2.add(result_4)
#   return (result_5,)
# graph 9
#   l_x_: input
#   result = sin(l_x_)
#   result_1 = mul(result, 2)
#   result_2 = result_1.mul(5)
#   result_3 = sin(l_x_)
#   result_4 = mul(result_3, 2)
#   result_5 = result_2.add(result_4)
#   return (result_5,)
# graph 10
#   l_x_: input
#   result = sin(l_x_)
#   result_1 = mul(result, 2)
#   result_2 = result_1.mul(5)
#   result_3 = sin(l_x_)
#   result_4 = mul(result_3, 2)
#   result_5 = result_2.add(result_4)
#   return (result_5,)
# graph 11
#   l_x_: input
#   result = sin(l_x_)
#   result_1 = mul(result, 2)
#   return (result_1,)
# graph 12
#   l_y_: input
#   result = sin(l_y_)
#   result_1 = mul(result, 2)
#   result_2 = result_1.mul(3)
#   return (result_2,)
# graph 13
#   l_x_: input
#   l_y_: input
#   result = sin(l_x_)
#   result_1 = mul(result, 2)
#   result_2 = l_y_.add(result_1)
#   return (result_2,)
# graph 14
#   l_x_: input
#   result = sin(l_x_)
#   result_1 = result.mul(2)
#   return (result_1,)
# graph 15
#   l_y_: input
#   result = sin(l_y_)
#   result_1 = result.mul(2)
#   result_2 = result_1.mul(3)
#   return (result_2,)
# graph 16
#   l_x_: input
#   l_y_: input
#   result = sin(l_x_)
#   result_1 = result.mul(2)
#   result_2 = l_y_.add(result_1)
#   return (result_2,)
# graph 17
#   l_x_: input
#   result = sin(l_x_)
#   result_1 = mul(result, 2)
#   return (result_1,)
# graph 18
#   l_y_: input
#   result = sin(l_y_)
#   result_1 = mul(result, 2)
#   result_2 = result_1.mul(3)
#   return (result_2,)
# graph 19
#   l_x_: input
#   l_y_: input
#   result = sin(l_x_)
#   result_1 = mul(result, 2)
#   result_2 = l_y_.add(result_1)
#   return (result_2,)
# graph 20
#   l_x_: input
#   result = sin(l_x_)
#   result_1 = mul(result, 2)
#   return (result_1,)
# graph 21
#   l_y_: input
#   result = sin(l_y_)
#   result_1 = mul(result, 2)
#   result_2 = result_1.mul(3)
#   return (result_2,)
# graph 22
#   l_x_: input
#   l_y_: input
#   result = sin(l_x_)
#   result_1 = mul(result, 2)
#   result_2 = l_y_.add(result_1)
#   return (result_2,)
# graph 23
#   l_x_: input
#   result = sin(l_x_)
#   result_1 = mul(result, 2)
#   result_2 = result_1.mul(3)
#   return (result_2,)
# graph 24
#   l_x_: input
#   result = sin(l_x_)
#   result_1 = result.mul(2)
#   result_2 = result_1.mul(3)
#   return (result_2,)
# graph 25
#   l_x_: input
#   result = sin(l_x_)
#   result_1 = mul(result, 2)
#   result_2 = result_1.mul(3)
#   return (result_2,)
# graph 26
#   l_x_: input
#   result = sin(l_x_)
#   result_1 = mul(result, 2)
#   result_2 = result_1.mul(3)
#   return (result_2,)
# graph 27
#   l_x_: input
#   sin = sin(l_x_)
#   return (sin,)
# graph 28
#   l_x_: input
#   sin = sin(l_x_)
#   return (sin,)
# graph 29
#   l_x_: input
#   sin = sin(l_x_)
#   return (sin,)
# graph 30
#   l_x_: input
#   sin = sin(l_x_)
#   return (sin,)
# graph 31
#   l_x_: input
#   y = sin(l_x_)
#   result = sin(l_x_)
#   result_1 = mul(result, 2)
#   result_2 = y.add(result_1)
#   return (result_2,)
# graph 32
#   l_x_: input
#   result = sin(l_x_)
#   result_1 = sin(l_x_)
#   result_2 = result_1.mul(2)
#   result_3 = result.add(result_2)
#   return (result_3,)
# graph 33
#   l_x_: input
#   result = sin(l_x_)
#   result_1 = mul(result, 2)
#   result_2 = sin(l_x_)
#   result_3 = mul(result_2, 2)
#   result_4 = result_1.add(result_3)
#   return (result_4,)
# graph 34
#   l_x_: input
#   y = sin(l_x_)
#   result = sin(l_x_)
#   result_1 = mul(result, 2)
#   result_2 = y.add(result_1)
#   return (result_2,)
# graph 35
#   l_x_: input
#   result = sin(l_x_)
#   result_1 = result.add(1)
#   return (result_1,)
# graph 36
#   l_x_: input
#   result = sin(l_x_)
#   result_1 = mul(result, 3)
#   return (result_1,)
# graph 37
#   s0: input
#   l_x_: input
#   result = sin(l_x_)
#   add = add(s0, 1)
#   result_1 = mul(result, add)
#   return (result_1, add)
# expect breaks
# line 40: call of function graph_break: the program asks for a break
# overrides.py: a torch-function mode from outside is left
# line 40: call of function graph_break: the program asks for a break
# overrides.py: a torch-function mode from outside is left
# line 40: call of function graph_break: the program asks for a break
# overrides.py: a torch-function mode from outside is left
# line 40: call of function graph_break: the program asks for a break
# overrides.py: a torch-function mode from outside is left
# overrides.py: a torch-function mode from outside is left
# overrides.py: a torch-function mode from outside is left
# overrides.py: a torch-function mode from outside is left
# overrides.py: a torch-function mode from outside is left
