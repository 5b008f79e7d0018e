"""Settings of torch's front end that a traced function puts around another function: it is called as it is."""

import torch


def decorated(x):
    traced = torch._dynamo.dont_skip_tracing(lambda y, *, k: y + k)
    patched = torch._dynamo.patch_dynamo_config(capture_scalar_outputs=True)(lambda y: y * 2)
    with torch._dynamo.dont_skip_tracing():
        x = x + 1
    return patched(traced(x, k=2))


def case(t):
    x = torch.arange(3.0)
    t.equal(t.compile(decorated, fullgraph=True)(x), decorated(x))
    assert len(t.graphs) == 1
