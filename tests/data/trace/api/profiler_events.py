"""A cache lookup is an event of torch's profiler, while it runs."""

import torch
from torch.profiler import ProfilerActivity, profile


def case(t):
    compiled = t.compile(lambda x: x + 1)
    x = torch.ones(2)
    compiled(x)
    with profile(activities=[ProfilerActivity.CPU]) as recorded:
        compiled(x)
    assert any("Cache Lookup" in event.name for event in recorded.events())
