"""Found by `tools/fuzz --faults`: a backend that calls the graph's module, or its `forward`, had hooks for all modules see it."""

import torch
from torch.nn.modules import module as modules


class Tripled(torch.nn.Module):
    def forward(self, x):
        return x * 3


BACKENDS = {
    "its forward": lambda graph, inputs: lambda *args: graph.forward(*args),
    "its forward as it was": lambda graph, inputs: (lambda forward: lambda *args: forward(*args))(graph.forward),
    "itself": lambda graph, inputs: lambda *args: graph(*args),
}


def case(t):
    x, model = torch.ones(2), Tripled()
    for backend in BACKENDS.values():
        compiled = t.compile(lambda x: model(x), backend=backend)
        t.equal(compiled(x), model(x))
        after = modules.register_module_forward_hook(lambda module, args, result: result + 10)
        t.equal(compiled(x), model(x))
        after.remove()
        before = modules.register_module_forward_pre_hook(lambda module, args: (args[0] - 1, *args[1:]))
        t.equal(compiled(x), model(x))
        before.remove()
        t.equal(compiled(x), model(x))

    # Its own hooks are the backend's, and run.
    seen = []

    def hooked(graph, inputs):
        graph.register_forward_hook(lambda module, args, result: seen.append(len(args)))
        return lambda *args: graph(*args)

    t.equal(t.compile(lambda x: x + 1, backend=hooked)(x), x + 1)
    t.equal(seen, [1])
