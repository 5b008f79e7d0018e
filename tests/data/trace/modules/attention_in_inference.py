"""Multi-head attention takes its fast path in inference, and the composed one in training."""

import torch


def case(t):
    torch.manual_seed(0)
    model = torch.nn.MultiheadAttention(8, 2, batch_first=True).eval()
    x = torch.randn(2, 3, 8)
    compiled = t.compile(model, fullgraph=True)
    with torch.no_grad():
        t.equal(compiled(x, x, x), model(x, x, x))
    assert len(t.graphs) == 1
    t.equal(compiled(x, x, x, need_weights=False), model(x, x, x, need_weights=False))
    assert len(t.graphs) == 2
