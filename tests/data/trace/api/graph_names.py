# Names of a graph's nodes: numbered by torch's own namespace, no two inputs the same.

import pickle

import torch


class Holder(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.a_b = torch.nn.Parameter(torch.ones(2))
        self.a = torch.nn.Module()
        self.a.b = torch.nn.Parameter(torch.zeros(2))
        self.headA = torch.nn.Parameter(torch.ones(2))
        self.HTTPHead = torch.nn.Parameter(torch.ones(2))
        self.größeB = torch.nn.Parameter(torch.ones(2))

    def forward(self, x):
        x = x * self.headA * self.HTTPHead * self.größeB
        return torch.max(x + self.a_b, x + self.a.b).sum() + x.sum() - torch.sum(x)


def case(t):
    model, x = Holder(), torch.randn(2)
    t.equal(t.compile(model)(x), model(x))
    names = [node.name for node in t.graphs[0].graph.nodes]
    assert len(set(names)) == len(names)
    inputs = [node.target for node in t.graphs[0].graph.find_nodes(op="placeholder")]
    assert len(set(inputs)) == len(inputs), inputs
    stems = [t.graphs[0].graph._target_to_str(target) for target in inputs]
    assert [name.removesuffix("_1") for name in names[: len(stems)]] == [stem.removesuffix("_1") for stem in stems], names
    assert any("head_a" in name for name in names) and any("httphead" in name for name in names), names
    t.graphs[0].graph.lint()
    assert t.graphs[0].code == t.graphs[0].graph.python_code("self").src
    assert {"max_1", "sum_1", "sum_2", "sum_3"} <= set(names), names
    # A pickle holds the text, from which torch makes the graph again.
    loaded = pickle.loads(pickle.dumps(t.graphs[0]))
    arguments = [torch.randn(2) for _ in inputs]
    t.equal(tuple(loaded(*arguments)), tuple(t.graphs[0](*arguments)))
