"""Every node has its example value, as torch's nodes have; it is made when somebody asks, in copies too."""

import copy

import torch


def case(t):
    found = []

    def backend(graph_module, inputs):
        for node in graph_module.graph.nodes:
            if node.op != "output" and node.target is not torch._C._set_grad_enabled:
                early = copy.copy(node.meta)
                value = node.meta["example_value"]
                assert early["example_value"] is value and "example_value" in node.meta
                assert dict(node.meta)["example_value"] is value is node.meta.get("example_value")
                found.append((node.name, tuple(value.shape), value.dtype, value.requires_grad))
        assert torch.is_grad_enabled()
        return graph_module.forward

    def fn(x, w):
        y = x @ w
        with torch.no_grad():
            z = y.sum(dim=0, keepdim=True)
        y.add_(1)
        return y.to(torch.float64), z

    x, w = torch.ones(2, 3), torch.ones(3, 4, requires_grad=True)
    t.equal(t.compile(fn, backend=backend)(x, w), fn(x, w))
    assert found == [
        ("l_x_", (2, 3), torch.float32, False),
        ("l_w_", (3, 4), torch.float32, True),
        ("y", (2, 4), torch.float32, True),
        ("z", (1, 4), torch.float32, False),
        ("add_", (2, 4), torch.float32, True),
        ("to", (2, 4), torch.float64, True),
    ], found
    after_the_inputs_end(t)


class Labelled(torch.Tensor):
    """A subclass that is no wrapper."""


def after_the_inputs_end(t):
    graphs = []

    def keep(graph_module, inputs):
        graphs.append(graph_module)
        return graph_module.forward

    compiled = t.compile(lambda x: x + 1, backend=keep)
    for make in torch.nn.Parameter, torch.Tensor.clone, lambda x: x.as_subclass(Labelled):
        compiled(make(torch.ones(2, 3)))
    for graph in graphs:
        for node in graph.graph.nodes:
            if node.op != "output":
                assert tuple(node.meta["example_value"].shape) == (2, 3), node
    assert len(graphs) == 3, len(graphs)
