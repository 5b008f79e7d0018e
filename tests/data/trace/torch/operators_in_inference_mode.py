"""In inference mode, what an operator gives that no meta rule knows is asked of fakes as ever."""

import torch
from torch.testing._internal.two_tensor import TwoTensor


def attention(q, k):
    return torch.nn.functional.scaled_dot_product_attention(q, k, k, dropout_p=0.2, enable_gqa=True)


def written(x):
    found = torch.zeros_like(x)
    torch.frexp(x, out=(found, torch.zeros_like(x, dtype=torch.int32)))
    return found, torch.special.airy_ai(x)


def wrapped(x):
    found = torch.special.airy_ai(x) + x
    return found.a, found.b


def case(t):
    x = torch.randn(1, 4, 3, 8), torch.randn(1, 2, 3, 8)
    for fn, args in ((attention, x), (written, x[:1]), (wrapped, (TwoTensor(x[0], x[1].repeat(1, 2, 1, 1)),))):
        for _ in range(2):
            with torch.inference_mode():
                torch.manual_seed(1)
                expected = fn(*args)
                torch.manual_seed(1)
                found = t.compile(fn, fullgraph=True)(*args)
                t.equal(found, expected)
