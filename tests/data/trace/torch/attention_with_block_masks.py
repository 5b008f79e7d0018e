"""flex_attention is captured with a function of scores and with a block mask, one that the program has and one that it makes."""

import torch
from torch.nn.attention.flex_attention import create_block_mask, flex_attention


def causal(batch, head, query, key):
    return query >= key


def given(x, mask):
    return flex_attention(x, x, x, score_mod=lambda score, b, h, q, k: score + (q - k), block_mask=mask)


def made(x):
    mask = create_block_mask(causal, None, None, 16, 16, device="cpu")
    return flex_attention(x, x, x, block_mask=mask)


def case(t):
    mask = create_block_mask(causal, None, None, 16, 16, device="cpu")
    x = torch.linspace(0, 1, 2 * 2 * 16 * 8).view(2, 2, 16, 8)
    for function, arguments in (given, (x, mask)), (made, (x,)):
        for backend in "eager", "aot_eager":
            compiled = t.compile(function, fullgraph=True, backend=backend)
            for _ in range(2):
                t.equal(compiled(*arguments), function(*arguments), close=True)
