"""A backend that counts multiplications, and hands the graph on to another.

    tools/python examples/own_backend.py
"""

import operator

import torch

import alternator

MULTIPLIES = {operator.mul, operator.matmul, torch.mul, torch.matmul, torch.nn.functional.linear}


def counting(graph_module, example_inputs):
    count = sum(node.target in MULTIPLIES for node in graph_module.graph.nodes)
    print(f"a graph with {count} multiplications and {len(example_inputs)} inputs")
    return graph_module.forward


model = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.GELU(), torch.nn.Linear(8, 1))
x = torch.randn(5, 4)
torch.testing.assert_close(alternator.compile(model, backend=counting)(x), model(x))

print(alternator.explain(model)(x))
