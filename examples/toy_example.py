"""A function with a branch that depends on data: three graphs, joined by plain Python.

    tools/python examples/toy_example.py
    ALTERNATOR_LOGS=graph_code,graph_breaks tools/python examples/toy_example.py
"""

import torch

import alternator


def show(graph_module, example_inputs):
    """A backend is any callable: this one prints the graph and runs it as it stands."""
    print(graph_module.print_readable(print_output=False))
    return graph_module.forward


@alternator.compile(backend=show)
def toy_example(a, b):
    x = a / (torch.abs(a) + 1)
    if b.sum() < 0:
        b = b * -1
    return x * b


for _ in range(100):
    a, b = torch.randn(10), torch.randn(10)
    torch.testing.assert_close(toy_example(a, b), a / (torch.abs(a) + 1) * (b * -1 if b.sum() < 0 else b))

counted = alternator.counters()
print(f"100 calls, {counted['graphs']} graphs, {counted['graph_breaks']} graph breaks; all equal to eager")
