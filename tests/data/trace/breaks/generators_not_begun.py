"""A generator that waits for its first `next` lives through a graph break: its function is called again."""

import torch


def numbers(start, *more, step=1, **rest):
    yield start
    yield from more
    yield step
    yield sorted(rest.items())


def fn(x):
    scale = 3

    def scaled(values):
        for value in values:
            yield value * scale

    plain = numbers(1, 2, step=5, other=6)
    expression = (y + scale for y in [x, x * 2])
    closed = scaled([x, x + 1])
    x = x + 1
    torch._dynamo.graph_break()
    scale = 4
    return list(plain), list(expression), list(closed), x * scale


calls = [(torch.ones(2),), (torch.zeros(2),)]


# expect graphs
# graph 0
#   l_x_: input
#   mul = mul(l_x_, 2)
#   add = add(l_x_, 1)
#   x = add(l_x_, 1)
#   return (x, mul, add)
# graph 1
#   l_x_: input
#   mul = mul(l_x_, 4)
#   return (mul,)
# expect breaks
# line 24: call of function graph_break: the program asks for a break
# line 26: a generator that was made outside the compiled function
# line 26: a generator that was made outside the compiled function
# line 26: a generator that was made outside the compiled function
# expect guards
# fn
#   ___check_global_state()
#   ___dict_contains('numbers', G)
#   ___check_obj_id(G['numbers'].__code__, …)
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['x'], {})
#   ___dict_contains('torch', G)
#   ___check_obj_id(G['torch'], …), value=<module torch>
#   ___check_type_id(G['torch'], …), type=<class 'module'>
#   of libraries: 4
# resume_in_fn
#   ___check_global_state()
#   check_nothing_shows_when_let_go(L['scale'].cell_contents)
#   builtins: list
# resume_in_fn
#   ___check_global_state()
#   builtins: list
# resume_in_fn
#   ___check_global_state()
#   builtins: list
# resume_in_fn
#   ___check_global_state()
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['x'], {})
#   L['scale'].cell_contents == 4
#   check_nothing_shows_when_let_go(L['___stack0'], L['___stack1'], L['___stack2'])
