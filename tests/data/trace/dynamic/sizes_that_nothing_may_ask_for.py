"""A size marked by `mark_unbacked`: one graph for all sizes, 0 and 1 too; a branch on it depends on data."""

import torch

import alternator


def marked(size, **words):
    x = torch.ones(size, 2)
    alternator.mark_unbacked(x, 0, **words)
    return x


def sums(x):
    return torch.relu(x[:, 1:] @ torch.ones(1, 3)).sum(0) + x.size(0), x.view(-1) * 2


def branches(x):
    if x.size(0) > 3:
        return x + 1
    return x - 1


def checks(x):
    torch._check(x.size(0) > 3)
    if x.size(0) > 3:
        return x + 1
    return x - 1


def adds(x, y):
    return x + y


def ranges(x):
    return [x + number for number in range(x.size(0))]


def refused(compiled, *arguments):
    try:
        compiled(*arguments)
    except alternator.Unsupported as error:
        return type(error).__name__, str(error).split("\n")[0]
    raise AssertionError("nothing was refused")


def case(t):
    for backend in ("eager", "aot_eager"):
        compiled = t.compile(sums, backend=backend, fullgraph=True)
        for size in (0, 1, 4, 5):
            t.equal(compiled(marked(size)), sums(torch.ones(size, 2)))
    compiled = t.compile(sums, fullgraph=True)
    for size in (4, 0, 1):
        compiled(marked(size))
    # The same code serves a tensor that nobody marked.
    t.equal(compiled(torch.ones(7, 2)), sums(torch.ones(7, 2)))
    assert len(t.graphs) == 1

    # Nothing may ask which it is; what the program says of it is checked by the running graph.
    print(*refused(t.compile(branches, fullgraph=True), marked(4)))
    print(*refused(t.compile(ranges, fullgraph=True), marked(4)))
    t.equal(t.compile(branches)(marked(2)), torch.zeros(2, 2))
    compiled = t.compile(checks, fullgraph=True)
    for size in (4, 5):
        t.equal(compiled(marked(size)), checks(torch.ones(size, 2)))
    try:
        compiled(marked(2))
    except RuntimeError as error:
        print(error)

    # What is broadcast is a size that is 1 by itself, or sizes that are called the same.
    del t.graphs[:]
    compiled = t.compile(adds, fullgraph=True)
    for size in (4, 1, 0):
        t.equal(compiled(marked(size), torch.ones(1, 2)), 2 * torch.ones(size, 2))
    assert len(t.graphs) == 1
    compiled = t.compile(adds, fullgraph=True)
    for size in (4, 1, 3):
        t.equal(compiled(marked(size, shape_id="rows"), marked(size, shape_id="rows")), 2 * torch.ones(size, 2))
    assert len(t.graphs) == 2

    # A declared range holds, as that of `mark_dynamic` does.
    compiled = t.compile(checks, fullgraph=True)
    t.equal(compiled(marked(6, min=5, max=9)), 2 * torch.ones(6, 2))
    try:
        compiled(marked(2, min=5, max=9))
    except RuntimeError as error:
        print(str(error).split(":")[0])
