"""A graph ends with the settings of autocast that it began with: backends run it more than once while they compile it, and a
region that an earlier graph entered is left between two of its operators."""

import torch


def left_behind_a_break(x):
    with torch.autocast("cpu", dtype=torch.bfloat16):
        y = x @ x
        torch._dynamo.graph_break()
        z = x @ x
    return y, z, x @ x


def two_regions(x):
    with torch.autocast("cpu", dtype=torch.bfloat16):
        with torch.autocast("cpu", enabled=False):
            y = x @ x
            torch._dynamo.graph_break()
            z = x @ x
        w = x @ x
        torch._dynamo.graph_break()
        u = x @ x
    return y, z, w, u, x @ x


def by_functions(x):
    torch.set_autocast_enabled("cpu", True)
    y = x @ x
    torch._dynamo.graph_break()
    z = x @ x
    torch.set_autocast_enabled("cpu", False)
    return y, z, x @ x


def lasting(x):
    torch.set_autocast_dtype("cpu", torch.float16)
    torch.set_autocast_enabled("cpu", True)
    return x @ x


def case(t):
    def backend(graph, inputs):
        def forms():
            return [(result.dtype, result.shape) for result in graph(*inputs)]

        state = torch.is_autocast_enabled("cpu"), torch.get_autocast_dtype("cpu")
        first = forms()
        assert forms() == first, (first, forms())
        assert (torch.is_autocast_enabled("cpu"), torch.get_autocast_dtype("cpu")) == state
        return graph.forward

    x = torch.arange(4.0).reshape(2, 2)
    try:
        for fn in (left_behind_a_break, two_regions, by_functions, lasting):
            compiled = t.compile(fn, backend=backend)
            for _ in range(2):
                results = []
                for call in (fn, compiled):
                    results.append((call(x), torch.is_autocast_enabled("cpu"), torch.get_autocast_dtype("cpu")))
                    torch.set_autocast_enabled("cpu", False)
                    torch.set_autocast_dtype("cpu", torch.bfloat16)
                t.equal(*results)
    finally:
        torch.set_autocast_enabled("cpu", False)
        torch.set_autocast_dtype("cpu", torch.bfloat16)
