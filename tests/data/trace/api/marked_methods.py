"""A method whose result is marked constant is asked of the very object that it is called on; settings for a part of the
trace are a region without effect; `explain` tells guards."""

import torch

import alternator

asked = []


class Scale:
    def __init__(self, by):
        self.by = by

    @torch.compiler.assume_constant_result
    def factor(self, times=1):
        asked.append(self.by)
        return self.by * times


def scales(x, scale):
    return x * scale.factor(), x * scale.factor(times=2)


def changes(x, scale):
    scale.by += 1
    return x * scale.factor()


@torch._dynamo.patch_dynamo_config(capture_scalar_outputs=True)
def patched(x):
    return x + x.sum().item()


def patches(x):
    with torch._dynamo.patch_dynamo_config(capture_scalar_outputs=True):
        return patched(x) + x.sum().item()


def case(t):
    x = torch.ones(2)
    compiled = t.compile(scales, fullgraph=True)
    three, four = Scale(3), Scale(4)
    for scale in (three, four, three, four):
        t.equal(compiled(x, scale), scales(x, scale))
    assert len(t.graphs) == 2
    # As written each call asks twice; compiled code asked while it was traced.
    assert asked.count(3) == asked.count(4) == 2 * 2 + 2, asked
    t.equal(t.compile(changes)(x, Scale(5)), changes(x, Scale(5)))
    t.equal(t.compile(patches, fullgraph=True)(x), patches(x))
    assert any("L['x']" in str(guard) for guard in alternator.explain(lambda x: x + 1)(x).out_guards)
