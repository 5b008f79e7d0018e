"""A function of `torch._dynamo.nonstrict_trace` may read tensors and modules of its own, from globals and from cells: it is one node
of the graph, and compilers trace it with them."""

import torch
import torch._dynamo

torch.manual_seed(0)
weight = torch.ones(4)
linear = torch.nn.Linear(4, 4).requires_grad_(False)


@torch._dynamo.nonstrict_trace
def with_global(x):
    return x.sin() + weight


@torch._dynamo.nonstrict_trace
def with_module(x):
    return linear(x), x + 1


def closing_over(own):
    @torch._dynamo.nonstrict_trace
    def with_cell(x):
        return x * own

    return with_cell


with_cell = closing_over(torch.full((4,), 3.0))


def calls(x):
    first, second = with_module(with_global(x) * 2)
    return with_cell(first) - second


def case(t):
    x = torch.arange(4.0)
    for backend in "eager", "aot_eager":
        compiled = t.compile(calls, backend=backend, fullgraph=True)
        t.equal(compiled(x), calls(x))
        # Compilers of backward passes refuse what is saved of such a tensor, with torch's front end too.
        if backend != "eager":
            continue
        ones = [torch.ones(4, requires_grad=True) for _ in range(2)]
        compiled(ones[0]).sum().backward()
        calls(ones[1]).sum().backward()
        t.equal(ones[0].grad, ones[1].grad)
