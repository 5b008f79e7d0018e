"""A stride that follows a symbolic size is guarded to do so."""

import torch


def case(t):
    compiled = t.compile(lambda x: (x * 2, x.stride(), x.is_contiguous()), dynamic=True)
    cube = torch.randn(4, 3, 5)
    inputs = [cube, torch.randn(5, 6, 7), cube[:, :2], torch.randn(4, 8)[:, :3], torch.randn(7, 5).t(), torch.randn(2, 3, 8)[..., :4]]
    for x in inputs:
        t.equal(compiled(x), (x * 2, x.stride(), x.is_contiguous()))
