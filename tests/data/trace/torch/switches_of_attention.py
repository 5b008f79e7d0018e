"""Attention's kernels are switched by functions of their own, each a setting that reads back right and can be put back."""

import torch

cuda = torch.backends.cuda


def switches():
    return (
        cuda.cudnn_sdp_enabled(),
        cuda.math_sdp_enabled(),
        cuda.fp16_bf16_reduction_math_sdp_allowed(),
        torch._C._get_overrideable_sdp_enabled(),
    )


def switch(cudnn, math, reduced, overrideable):
    cuda.enable_cudnn_sdp(cudnn)
    cuda.enable_math_sdp(math)
    cuda.allow_fp16_bf16_reduction_math_sdp(reduced)
    torch._C._set_sdp_use_overrideable(overrideable)


def fn(x):
    before = switches()
    switch(*(not enabled for enabled in before))
    inside, x = switches(), x + 1
    switch(*before)
    return x * 2, before, inside, switches()


def case(t):
    compiled = t.compile(fn, backend="eager")
    for x in (torch.ones(2), torch.ones(3)):
        t.equal(compiled(x), fn(x))
