"""What a trace assumed is guarded: change it, and the function is compiled anew.

    ALTERNATOR_LOGS=guards,recompiles tools/python examples/guards.py
"""

import torch

import alternator


class Scaled(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = torch.nn.LayerNorm(8)
        self.scale = 2

    def forward(self, x):
        return self.norm(x) * self.scale


module = Scaled()
compiled = alternator.compile(module, backend="eager")


def call(what, x):
    before = alternator.counters()["graphs"]
    torch.testing.assert_close(compiled(x), module(x))
    new = alternator.counters()["graphs"] - before
    print(f"{what}: {'compiled' if new else 'served from the cache'}")


call("the first call", torch.rand(4, 8))
call("the same again", torch.rand(4, 8))
module.scale = 3
call("another scale", torch.rand(4, 8))
module.norm.eps = 1e-2
call("another eps in the layer below", torch.rand(4, 8))
call("another batch size", torch.rand(16, 8))
call("and another: the size is a symbol now", torch.rand(32, 8))
