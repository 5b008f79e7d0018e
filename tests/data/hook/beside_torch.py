"""torch's own frame hook and ours share the interpreter, whichever comes first or goes last."""

import sys

try:
    import torch
except ImportError:
    sys.exit(0)
from hook_support import engine

torch.set_num_threads(1)


def ours(x):
    return x


def ours_new(x):
    return x + 100


engine.replace(ours.__code__, ours_new.__code__)
in_ours = engine.CompiledFunction(ours, 1)
graphs = []


def backend(gm, inputs):
    graphs.append(gm)
    return gm.forward


@torch.compile(backend=backend)
def theirs(x):
    return x * 2 + 1


x = torch.ones(2)
assert in_ours(1) == 101
assert theirs(x)[0] == 3 and len(graphs) == 1


# ---- theirs inside of ours
def outer(x):
    return theirs(x)[0].item(), ours(1), theirs(x)[0].item()


assert engine.CompiledFunction(outer, 1)(x) == (3, 101, 3)


# ---- ours inside of theirs: a function for torch, which traces it like one that torch.compile has made
@torch.compile(backend=backend)
def around(x):
    y = x + 1
    torch._dynamo.graph_break()
    n = in_ours(int(y[0]))
    return y + n


for _ in range(3):
    assert around(x)[0] == 4, around(x)

# ---- theirs begins inside of our region and ends after it
token = engine.enter(1)
callback = torch._C._dynamo.eval_frame.set_eval_frame(None)
before = torch._C._dynamo.eval_frame.set_eval_frame(False)
assert ours(1) == 101
engine.leave(token)
assert ours(1) == 1
token = engine.enter(1)
assert ours(1) == 101, "found again below the other hook"
for _ in range(100):
    assert ours(1) == 101
engine.leave(token)
assert ours(1) == 1
torch._C._dynamo.eval_frame.set_eval_frame(before)
assert ours(1) == 1 and in_ours(1) == 101 and theirs(x)[0] == 3
ours(1)
assert engine.state()[:3] == (False, 0, 0), engine.state()
