"""Collectives of torch.distributed stand in the graph as functional ones, whatever they write into; ranks and sizes of groups
are constants. What is waited for later runs between graphs, as in torch."""

import contextlib

import torch
import torch.distributed as dist

X = torch.arange(4.0)


@contextlib.contextmanager
def group_of_one():
    dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)
    try:
        yield
    finally:
        dist.destroy_process_group()


def reduced(x):
    y = x * 2
    nothing = dist.all_reduce(y, op=dist.ReduceOp.MAX)
    return y + 1, nothing


def gathered(x):
    whole, parts = torch.empty(4), [torch.empty(2, 2)]
    dist.all_gather_into_tensor(whole, x)
    dist.all_gather(parts, x.view(2, 2))
    return whole, parts


def scattered(x):
    mine, exchanged = torch.empty(4), torch.empty(4)
    dist.reduce_scatter_tensor(mine, x, group=dist.group.WORLD)
    dist.all_to_all_single(exchanged, x)
    return mine * exchanged


def asked(x):
    return x + dist.get_rank() + dist.get_world_size(dist.group.WORLD) + dist.get_rank(dist.group.WORLD)


def waited_for(x):
    y = x * 2
    dist.all_reduce(y, async_op=True).wait()
    return y + 1


def followed(x):
    y = x * 2
    dist.all_reduce(y)
    return (y * 3).sum()


def retyped(x):
    y = torch.empty(4, dtype=torch.float64)
    try:
        dist.all_gather_into_tensor(y, x)
    except RuntimeError:
        return x + 1
    return y


def case(t):
    with group_of_one():
        for function in reduced, gathered, scattered, asked:
            t.equal(t.compile(function, fullgraph=True)(X.clone()), function(X.clone()))
        reduce = torch.ops._c10d_functional.all_reduce
        assert any(node.target is reduce for node in t.graphs[0].graph.nodes), t.graphs[0].graph
        assert len(t.graphs) == 4, t.graphs
        t.equal(t.compile(waited_for)(X.clone()), waited_for(X.clone()))
        assert len(t.graphs) == 6, t.graphs
        # Where the functional ones would do something else, the program's own runs between graphs.
        for function in followed, retyped:
            inputs = [X.clone().requires_grad_(function is followed) for _ in range(2)]
            t.equal(t.compile(function)(inputs[0]), function(inputs[1]))
        assert not any(node.target is reduce for graph in t.graphs[6:] for node in graph.graph.nodes)
