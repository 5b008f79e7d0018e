"""The symbols that a backend is called with are made when it looks at them."""

import copy

import torch

import alternator


def by_size(x, n):
    return x.view(-1) * n + x.shape[0]


def case(t):
    given = []

    def backend(module, inputs):
        given.append(inputs)
        return module.forward

    compiled = t.compile(by_size, backend=backend, dynamic=True)
    for size, n in ((3, 5), (4, 7), (5, 2)):
        x = torch.arange(float(size * 2)).view(size, 2)
        t.equal(compiled(x, n), by_size(x, n))
    assert len(given) == 1, len(given)
    inputs = given[0]
    assert type(inputs) is list
    symbols = [value for value in inputs if isinstance(value, torch.SymInt)]
    assert sorted(symbol.node.hint for symbol in symbols) == [2, 3, 5], symbols
    assert all(type(symbol) is torch.SymInt for symbol in symbols), symbols
    for symbol in symbols:
        assert str(symbol) == str(copy.copy(symbol)) == str(symbol.node.expr)
        assert isinstance(symbol + 1, torch.SymInt)

    # Before anything else was asked of them.
    for ask in (lambda s: s + 1, lambda s: bool(s > 2), str, repr, bool, int, lambda s: torch.empty(s, device="meta").shape, lambda s: [0] * s):
        alternator.reset()
        given.clear()
        compiled = t.compile(lambda x: by_size(x, x.shape[0]), backend=backend, dynamic=True)
        compiled(torch.ones(3))
        (symbol,) = [value for value in given[0] if not isinstance(value, torch.Tensor)]
        found = ask(symbol)
        assert type(symbol) is torch.SymInt and (isinstance(found, str) or found == ask(3)), found
