"""DTensors are tensors of the graph: operators on them, `from_local`, `to_local`, `redistribute` and `full_tensor` are
nodes, the mesh is an input. How a DTensor lies on its mesh is guarded; its sizes may be symbols."""

import contextlib

import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import DTensor, Partial, Replicate, Shard, distribute_tensor

ROWS, COLUMNS, WHOLE = Shard(0), Shard(1), Replicate()


@contextlib.contextmanager
def mesh_of_one():
    dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)
    try:
        yield init_device_mesh("cpu", (1,))
    finally:
        dist.destroy_process_group()


def from_local(x, mesh):
    distributed = DTensor.from_local(x, mesh, [ROWS])
    return (distributed * 2).redistribute(placements=[Replicate()]).to_local().sum()


def multiplied(x, weight):
    return torch.mm(x, weight).relu().redistribute(placements=[Replicate()])


def asked(x):
    if x.placements == (Shard(0),):
        return x * 2
    return x * 3


def asked_of_result(x):
    whole = (x + 1).redistribute(placements=(WHOLE,))
    if whole.placements != (WHOLE,):
        whole = whole * 100
    return whole.full_tensor(), whole.placements[0].is_replicate(), x.placements[0].dim


def on_its_mesh(x):
    return DTensor.from_local(x.to_local() * 2, x.device_mesh, x.placements)


def local_part(x):
    return x._local_tensor + 1, (x * 2)._local_tensor


def written(x):
    x.add_(1)
    return x


def made(x):
    return x + Shard(-1).dim + (Partial("avg") == Partial()) + (hash(ROWS) == hash(Shard(dim=0))), Shard(1)


def checked(x, mesh):
    return DTensor.from_local(x * 3, mesh, [WHOLE], run_check=True)


def on_entered_mesh(x, mesh):
    return DTensor.from_local(x * 3)


def reads_more(x):
    return (x * 2)._spec.placements


def on(mesh, placement, *sizes, gradients=False):
    whole = torch.arange(float(torch.Size(sizes).numel())).view(sizes)
    return distribute_tensor(whole, mesh, [placement]).requires_grad_(gradients)


def check(t, function, *arguments):
    """Compares what it gives, and gradients."""
    found = []
    for call in (t.compile(function, fullgraph=True), function):
        given = [x.detach().clone().requires_grad_(x.requires_grad) if isinstance(x, torch.Tensor) else x for x in arguments]
        result = call(*given)
        first = result[0] if isinstance(result, tuple) else result
        if first.requires_grad:
            first.sum().backward()
        found.append((result, first, [x for x in given if isinstance(x, DTensor)]))
    (result, first, given), (expected, first_expected, as_written) = found
    assert type(first) is type(first_expected), (first, first_expected)
    if isinstance(first, DTensor):
        assert first.placements == first_expected.placements, (first, first_expected)
        t.equal(first.to_local(), first_expected.to_local())
    else:
        t.equal(result, expected)
    for one, other in zip(given, as_written):
        t.equal(one.to_local(), other.to_local())
        assert (one.grad is None) == (other.grad is None), (one.grad, other.grad)
        if one.grad is not None:
            assert one.grad.placements == other.grad.placements
            t.equal(one.grad.to_local(), other.grad.to_local())


def case(t):
    with mesh_of_one() as mesh:
        check(t, from_local, torch.arange(8.0).view(4, 2).requires_grad_(), mesh)
        assert [node.op for node in t.graphs[0].graph.nodes].count("placeholder") == 2, t.graphs[0].graph
        for placement in (ROWS, COLUMNS, WHOLE):
            check(t, asked, on(mesh, placement, 4, 4))
        assert len(t.graphs) == 4, t.graphs
        for function in (asked_of_result, on_its_mesh, local_part, written, made):
            check(t, function, on(mesh, ROWS, 4, 4))
        assert len(t.graphs) == 9, t.graphs
        # Of three sizes, the second is a symbol.
        for size in (4, 6, 8, 10):
            check(t, multiplied, on(mesh, ROWS, size, 4, gradients=True), on(mesh, WHOLE, 4, 4, gradients=True))
        assert len(t.graphs) == 11, t.graphs
        # Another mesh is another graph.
        other = init_device_mesh("cpu", (1,))
        assert t.compile(on_its_mesh, fullgraph=True)(on(other, ROWS, 4, 4)).device_mesh is other
        assert len(t.graphs) == 12, t.graphs
        # What talks to the other processes, asks for the mesh that is entered, or reads what only DTensors know.
        for function in (checked, on_entered_mesh):
            with other:
                t.equal(t.compile(function)(torch.ones(2, 2), other).to_local(), torch.full((2, 2), 3.0))
        assert t.compile(reads_more)(on(mesh, ROWS, 4, 4)) == (ROWS,)


# expect captured
# in pieces
# expect nothing torch-2.11
# Then aot_eager takes no mesh among a graph's inputs, and a mesh breaks the graph.
