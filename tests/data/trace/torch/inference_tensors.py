"""Whether a tensor was made in inference mode is asked of the real one."""

import torch


def case(t):
    def fn(x):
        y = x + 1
        return y * 2, y.is_inference(), torch.is_inference(x)

    compiled = t.compile(fn)
    x = torch.ones(3)
    t.equal(compiled(x), (x * 2 + 2, False, False))
    with torch.inference_mode():
        x = torch.ones(3)
        t.equal(compiled(x), (x * 2 + 2, True, True))
