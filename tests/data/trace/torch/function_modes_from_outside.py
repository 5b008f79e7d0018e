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


def reads_gradients(x, p):
    p.grad = x * 2
    return p.grad + 1, p.grad is None


def steps(x, p):
    p.grad = x * 1.0
    torch.optim.SGD([p], lr=0.1).step()
    return p.detach().clone()


def clips(x, p):
    p.grad = x * 10.0
    torch.nn.utils.clip_grad_norm_([p], 1.0)
    return p.grad


def changes_without_gradients(x, p):
    with torch.no_grad():
        p.mul_(2)
    return p + 1, torch.is_grad_enabled()


def runs_backward(x, p):
    (x * p).sum().backward()
    return p.grad


def makes_arrays(x, p):
    return x.numpy().sum(), x.numpy() + 1


def is_profiled(x, p):
    with torch.profiler.record_function("range"):
        return x + p


def fails(x, p):
    try:
        return x.view(7)
    except RuntimeError:
        return "no view"


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

    # It hears of what the program does alone.
    for fn in (
        reads_gradients, steps, clips, changes_without_gradients, runs_backward, makes_arrays, is_profiled, fails,
    ):
        compiled = t.compile(fn)
        heard = []
        for call in fn, compiled, compiled:
            given, mode = torch.nn.Parameter(torch.ones(3)), Count()
            heard.append((under([mode], call, torch.arange(1.0, 4.0), given), given.grad, mode.names))
        for found in heard[1:]:
            t.equal(found, heard[0])

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
# graph 38
#   l_x_: input
#   result = l_x_.mul(2)
#   return (result,)
# graph 39
#   l_p_grad: input
#   result = l_p_grad.add(1)
#   return (result,)
# graph 40
#   l_x_: input
#   result = l_x_.mul(1.0)
#   return (result,)
# graph 41
#   l_p_: input
#   result = l_p_.detach()
#   result_1 = result.clone()
#   return (result_1,)
# graph 42
#   l_x_: input
#   result = l_x_.mul(10.0)
#   return (result,)
# graph 43
#   l_p_grad: input
#   _set_grad_enabled = _set_grad_enabled(False)
#   _foreach_norm = _foreach_norm([l_p_grad], 2.0)
#   norm = getitem(_foreach_norm, 0)
#   result = stack([norm])
#   result_1 = linalg_vector_norm(result, 2.0)
#   result_2 = result_1.add(1e-06)
#   result_3 = result_2.__rdiv__(1.0)
#   result_4 = clamp(result_3, max=1.0)
#   _foreach_mul_ = _foreach_mul_([l_p_grad], result_4)
#   _set_grad_enabled_1 = _set_grad_enabled(True)
#   return ()
# graph 44
#   l_p_: input
#   _set_grad_enabled = _set_grad_enabled(False)
#   result = l_p_.mul_(2)
#   _set_grad_enabled_1 = _set_grad_enabled(True)
#   result_1 = result.add(1)
#   return (result_1,)
# graph 45
#   l_x_: input
#   l_p_: input
#   result = l_x_.mul(l_p_)
#   result_1 = result.sum()
#   return (result_1,)
# graph 46
#   l_x_: input
#   view_as = l_x_.view_as(l_x_)
#   return (view_as,)
# graph 47
#   l_x_: input
#   view_as = l_x_.view_as(l_x_)
#   return (view_as,)
# graph 48
#   l_x_: input
#   l_p_: input
#   result = l_x_.add(l_p_)
#   return (result,)
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
# line 68: a store of an attribute for which __torch_function__ answers
# line 14: call of wrapper_descriptor __set__, which is written in C
# line 14: call of wrapper_descriptor __set__, which is written in C
# line 73: a store of an attribute for which __torch_function__ answers
# line 14: call of wrapper_descriptor __set__, which is written in C
# _compile.py: call of function DisableContext.__call__.<locals>._fn, which is marked not to be compiled
# optimizer.py: a range of the profiler, of which torch-function modes hear
# line 79: a store of an attribute for which __torch_function__ answers
# line 14: call of function Tensor.backward: the backward pass runs outside the graph (trace_autograd_ops is off)
# line 96: <alternator.runtime.arrays.Counterpart object>, for which a __torch_function__ answers
# line 96: <alternator.runtime.arrays.Counterpart object>, for which a __torch_function__ answers
# line 100: a range of the profiler, of which torch-function modes hear
# line 14: an operator that raises RuntimeError: shape '[7]' is invalid for input of size 3
