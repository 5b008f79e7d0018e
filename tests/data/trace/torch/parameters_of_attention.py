"""What attention would be asked of its kernels, made, read, given and taken; and kernels that a decorator chooses."""

import torch
from torch.backends.cuda import SDPAParams
from torch.nn.attention import SDPBackend, sdpa_kernel


def made(q):
    parameters = SDPAParams(q, q, q, None, 0.25, True, False)
    return parameters, parameters.query * 2, parameters.dropout, parameters.is_causal, parameters.attn_mask


def taken(parameters):
    return parameters.query + parameters.key, parameters.value * parameters.dropout, parameters.enable_gqa


@sdpa_kernel(SDPBackend.MATH)
def attention(q):
    return torch.nn.functional.scaled_dot_product_attention(q, q, q)


@torch.no_grad()
def local(q):
    return torch.no_grad()(lambda q: q * 2)(q)


def case(t):
    q = torch.arange(16.0).view(1, 1, 4, 4)
    parameters, *rest = t.compile(made, fullgraph=True)(q)
    assert type(parameters) is SDPAParams
    t.equal(rest, list(made(q)[1:]))
    compiled, before = t.compile(taken, fullgraph=True), len(t.graphs)
    for _ in range(2):
        t.equal(compiled(parameters), taken(parameters))
    assert len(t.graphs) == before + 1
    for function in attention, local:
        t.equal(t.compile(function, fullgraph=True)(q), function(q))
