"""A process finds what inductor made in an earlier one, by the graph: it imports neither inductor nor torch's front end, and
its results, writes and random numbers are the same."""

import json
import tempfile

import programs

PROGRAM = """
import json
import sys
import torch
import alternator

torch.manual_seed(0)

class Block(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(8, 8)
        self.register_buffer("count", torch.zeros(8))

    def forward(self, x):
        return x, self.linear(x), self.count.add_(1).sum()

def scaled(x, factor):
    return x * factor, x.shape[0]

def random(x):
    return torch.nn.functional.dropout(x, 0.5)

def under_autocast(x, y):
    with torch.autocast("cpu", torch.bfloat16):
        return x @ y, x.shape[0]

def alike(these, those):
    return all(torch.allclose(a, b, rtol=1e-2) if isinstance(a, torch.Tensor) else a == b for a, b in zip(these, those))

told = {}
x, y = torch.randn(4, 8), torch.randn(8, 8)
with torch.no_grad():
    block, plain = Block(), Block()
    plain.load_state_dict(block.state_dict())
    compiled = alternator.compile(block)
    version = block.count._version
    told["block"] = alike(compiled(x), plain(x)) and alike(compiled(y), plain(y))
    told["input"] = compiled(x)[0] is x
    plain(x)
    told["written"] = block.count.tolist() == plain.count.tolist() and block.count._version - version == 3

    compiled = alternator.compile(scaled, dynamic=True)
    told["dynamic"] = all(alike(compiled(z, 3), scaled(z, 3)) for z in (x, y, torch.randn(9, 5)))
    told["marks"] = str(vars(compiled(x, 3)[0]))

    torch.manual_seed(7)
    told["random"] = alternator.compile(random)(x).tolist()
    told["state"] = torch.rand(1).item()
    print(sum(name.startswith(("torch._inductor", "torch._dynamo", "sympy")) for name in sys.modules))

    # What autocast does to an operator is asked of torch's fakes.
    told["autocast"] = alike(alternator.compile(under_autocast)(x, y), under_autocast(x, y))
print(json.dumps(told))
"""


def case(t):
    with tempfile.TemporaryDirectory() as folder:
        settings = dict(TORCHINDUCTOR_CACHE_DIR=folder, ALTERNATOR_LOGS="store")
        first, second = (programs.run(PROGRAM, **settings) for _ in range(2))
        modules, told = first.stdout.splitlines()
        assert all(json.loads(told).values()) and int(modules) > 500, first.stdout
        assert len(programs.logged(first, "kept")) == 5, first.stderr
        assert second.stdout.splitlines() == ["0", told], second.stdout
        assert len(programs.logged(second, "found")) == 5, second.stderr


# expect captured
# nothing
