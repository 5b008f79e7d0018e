"""Recurrent layers and decompositions: what they give is known without asking torch's fake tensors."""

import torch

import alternator


def recurrent(layers):
    def fn(x, step):
        shapes = []
        for layer in layers:
            output, state = layer(x)
            shapes.append((output.shape, output.stride(), state[0].shape if isinstance(state, tuple) else state.shape))
        return shapes, [cell(step) for cell in CELLS], output + 1

    return fn


CELLS = [torch.nn.LSTMCell(4, 6), torch.nn.GRUCell(4, 6), torch.nn.RNNCell(4, 6, nonlinearity="relu")]


def decomposed(a):
    q, r = torch.linalg.qr(a)
    values, vectors = torch.linalg.eigh(a @ a.mT)
    strides = [t.stride() for t in (q, r, values, vectors, torch.linalg.inv(a), torch.linalg.solve(a, a), torch.rot90(a))]
    numbers = torch.linalg.det(a), torch.linalg.matrix_norm(a), torch.quantile(a, 0.3), torch.trapezoid(a), torch.kron(a, a)
    return strides, numbers, torch.tril_indices(3, 3, -1), torch.linalg.svd(a)[1]


def refused(a):
    try:
        torch.linalg.inv(a[:2])
    except RuntimeError as error:
        told = type(error).__name__
    return told, a + 1


def case(t):
    torch.manual_seed(0)
    layers = [
        torch.nn.LSTM(4, 6, num_layers=2, batch_first=True, bidirectional=True),
        torch.nn.GRU(4, 6, dropout=0.0),
        torch.nn.RNN(4, 6, batch_first=True),
    ]
    a = torch.eye(3) * 3 + torch.rand(3, 3)
    for fn, arguments in ((recurrent(layers), (torch.randn(5, 3, 4), torch.randn(3, 4))), (decomposed, (a,))):
        for dynamic in (False, True):
            asked = alternator.counters()["fake_tensors"]
            t.equal(t.compile(fn, fullgraph=True, dynamic=dynamic)(*arguments), fn(*arguments))
            assert dynamic or alternator.counters()["fake_tensors"] == asked
    t.equal(t.compile(refused)(a), refused(a))
