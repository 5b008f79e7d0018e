"""What autograd keeps of a tensor: its version, of which it is a view, its place among results; a parameter of an input."""

import torch


def versions(x):
    before = x._version
    x.add_(1)
    y = x * 2
    return x * (x._version - before), y._version


def version(x):
    x.add_(1)
    return x._version


def unseen(x):
    with torch.autograd._unsafe_preserve_version_counter(x):
        x.mul_(2)
    return x + 1


def bases(x):
    if x._base is None:
        return x + 1, x._is_view()
    return x._base + 1, x._is_view()


def places(x):
    y = (x * 2).detach()
    return x.output_nr, y.output_nr, x.retains_grad, (x * 2).retains_grad, y


def parameter(x):
    made = torch.nn.Parameter(x)
    return (made * 2).detach(), isinstance(made, torch.nn.Parameter), made.requires_grad


def case(t):
    for backend in (t.backend, "aot_eager"):
        x, y = torch.ones(3), torch.ones(3)
        compiled = t.compile(versions, backend=backend, fullgraph=True)
        for _ in range(3):
            t.equal(compiled(x), versions(y))
    assert len(t.graphs) == 1
    compiled = t.compile(version, fullgraph=True)
    assert [compiled(x) for _ in range(2)] == [x._version - 1, x._version]
    before = x._version
    t.equal(t.compile(unseen, fullgraph=True)(x), x + 1)
    assert x._version == before

    whole = torch.arange(4.0)
    compiled = t.compile(bases, fullgraph=True)
    for x in (whole, whole[1:], whole.view(2, 2)):
        t.equal(compiled(x), bases(x))

    leaf = torch.ones(2, 3, requires_grad=True)
    first, second = leaf.unbind()
    kept = leaf * 2
    kept.retain_grad()
    compiled = t.compile(places, fullgraph=True)
    for x in (leaf, first, second, kept, torch.ones(2)):
        t.equal(compiled(x), places(x))
    t.equal(t.compile(parameter, fullgraph=True)(torch.ones(3)), parameter(torch.ones(3)))
