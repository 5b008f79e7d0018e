"""A region that the program marks is one body and its calls, whatever its size, for every backend that does more than run the graph."""

import torch


@torch.compiler.nested_compile_region
def layer(x, w):
    return torch.relu(x @ w) + 1


@torch.compiler.nested_compile_region
def writes(x, w):
    x.add_(1)
    return x @ w


class Block(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(4, 4)

    @torch.compiler.nested_compile_region
    def forward(self, x):
        return self.linear(x).sin()


def layers(x, ws):
    for w in ws:
        x = layer(x, w)
    return x * 2


def once(x, ws):
    return layer(x, ws[0]) * 2


def written(x, ws):
    return writes(x, ws[0]) + writes(x, ws[1])


def calls_of_bodies(graph):
    targets = [node.target for node in graph.graph.nodes if node.op == "call_function"]
    bodies = [name for name, _ in graph.named_children()]
    return targets.count(torch.ops.higher_order.invoke_subgraph), len(bodies)


def case(t):
    ws = [torch.randn(4, 4) for _ in range(3)]
    for fn, found in ((layers, (3, 1)), (once, (0, 0)), (written, (0, 0))):
        x = torch.randn(2, 4)
        for backend in ("eager", "aot_eager"):
            compiled = t.compile(fn, backend=backend, fullgraph=True)
            t.equal(compiled(x.clone(), ws), fn(x.clone(), ws))
        seen = []
        compiled = t.compile(fn, backend=lambda graph, inputs, seen=seen: seen.append(graph) or graph.forward, fullgraph=True)
        t.equal(compiled(x.clone(), ws), fn(x.clone(), ws))
        assert [calls_of_bodies(graph) for graph in seen] == [found], fn
    model = torch.nn.Sequential(Block(), Block(), Block())
    for backend in ("eager", "aot_eager"):
        compiled = t.compile(model, backend=backend)
        x = torch.randn(2, 4, requires_grad=True)
        model(x).sum().backward()
        wanted = [parameter.grad for parameter in model.parameters()]
        model.zero_grad()
        compiled(x).sum().backward()
        t.equal([parameter.grad for parameter in model.parameters()], wanted)
        model.zero_grad()
    # Not every release has it.
    if hasattr(torch._dynamo.config, "inline_invoke_subgraph"):
        with torch._dynamo.config.patch(inline_invoke_subgraph=True):
            seen = []
            t.compile(layers, backend=lambda graph, inputs: seen.append(graph) or graph.forward)(torch.randn(2, 4), ws)
            assert [calls_of_bodies(graph) for graph in seen] == [(0, 0)]
