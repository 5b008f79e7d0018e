"""The int in an input without dimensions, where the trace wants to know it: guarded, as an int argument is."""

import torch

import alternator


def branch(x, n):
    return x + 1 if n.item() > 2 else x - 1


def flag(x, n):
    return x + 1 if n.item() else x - 1


def counted(x, n):
    for i in range(int(n)):
        x = x + i
    return x


def told(x, n):
    return x * n.item(), f"{n.item()} times"


def of_both(x, n, m):
    return x + n.item() if n.item() < m.item() else x - m.item()


def written_before(x, n):
    n.add_(1)
    return x + 1 if n.item() > 2 else x - 1


def other_is_written_before(x, n, other):
    other.add_(1)
    return x + 1 if n.item() > 2 else x - 1


def written_after(x, n):
    y = x + 1 if n.item() > 2 else x - 1
    n.add_(1)
    return y, n.item()


class Schedule(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("step", torch.tensor(0))

    def forward(self, x):
        return x * 2 if self.step.item() < 3 else x * 3


def numbers(*values):
    return [torch.tensor(value) for value in values]


def check(t, fn, calls, graphs):
    alternator.reset()
    t.graphs.clear()
    compiled = t.compile(fn, fullgraph=True)
    for values in calls:
        x = torch.arange(3.0)
        t.equal(compiled(x, *numbers(*values)), fn(x, *numbers(*values)))
    assert len(t.graphs) == graphs, (fn.__name__, len(t.graphs))


def refused(t, fn, *arguments):
    alternator.reset()
    try:
        t.compile(fn, fullgraph=True)(*arguments)
    except alternator.errors.Unsupported as error:
        assert "data-dependent" in str(error), error
    else:
        raise AssertionError(f"{fn.__name__} was captured")


def case(t):
    check(t, branch, [[1], [2], [3], [-1], [2**40]], 2)
    check(t, counted, [[1], [2], [1], [3], [2]], 3)
    check(t, told, [[1], [2], [1]], 2)
    check(t, of_both, [[1, 2], [5, 9], [2, 1], [2, 2]], 2)
    check(t, written_after, [[1], [5]], 2)

    # A change in place is seen, through a view and through the data too.
    alternator.reset()
    n, x = torch.tensor(1), torch.arange(3.0)
    compiled = t.compile(branch, fullgraph=True)
    whole = torch.arange(6)
    for tensor in (n, whole[1], whole[4], whole[::2][2]):
        for change in (lambda tensor: tensor.add_(3), lambda tensor: tensor.data.fill_(0), lambda tensor: tensor.neg_()):
            t.equal(compiled(x, tensor), branch(x, tensor))
            change(tensor)
            t.equal(compiled(x, tensor), branch(x, tensor))

    # What the graph has written is another number.
    two = torch.tensor(2)
    refused(t, written_before, x, two.clone())
    refused(t, other_is_written_before, x, two, two)
    refused(t, other_is_written_before, x, two, two.view(1))
    # No others are guarded.
    refused(t, branch, x, torch.tensor(2.5))
    refused(t, branch, x, torch.tensor([2]))
    refused(t, flag, x, torch.tensor(True))

    alternator.reset()
    t.graphs.clear()
    module = Schedule()
    compiled = t.compile(module, fullgraph=True)
    for step in range(6):
        module.step.fill_(step)
        t.equal(compiled(x), module(x))
    assert len(t.graphs) == 2, len(t.graphs)

    # Where the setting is off, the graph breaks.
    alternator.reset()
    t.graphs.clear()
    compiled = t.compile(branch)
    for value in numbers(1, 3, 5, 0):
        t.equal(compiled(x, value), branch(x, value))
    assert len(t.graphs) == 3, len(t.graphs)
