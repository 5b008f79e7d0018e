"""A recurrent layer is called between two graphs, unless the user lets it in; its gradients are right with any backend."""

import functools

import torch

import alternator


def case(t):
    for kind in (torch.nn.LSTM, torch.nn.GRU, torch.nn.RNN, functools.partial(torch.nn.RNN, nonlinearity="relu")):
        torch.manual_seed(0)
        layer, head = kind(4, 6, batch_first=True), torch.nn.Linear(6, 2)

        def fn(x):
            return head(layer(x * 2)[0]).relu()

        for backend in ("eager", "aot_eager"):
            alternator.reset()
            compiled, gradients = t.compile(fn, backend=backend), []
            x = torch.randn(3, 5, 4)
            for function in (compiled, fn):
                layer.zero_grad()
                function(x).sum().backward()
                gradients.append([p.grad for p in layer.parameters()])
            t.equal(*gradients)
            t.equal(alternator.counters()["graph_breaks"], 1)
    alternator.reset()
    with alternator.config.patch(allow_rnn=True):
        t.equal(t.compile(fn)(x), fn(x))
    t.equal(alternator.counters()["graph_breaks"], 0)
