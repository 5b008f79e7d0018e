"""torch's settings about backends: another one for some graphs, other settings of inductor's, a check of results, repros."""

import glob
import tempfile

import programs

PROGRAM = """
import logging
import os
import torch
import torch._dynamo
import torch._inductor.config
from torch._dynamo import config

logging.getLogger("torch").setLevel(logging.CRITICAL)
called = []

@torch._dynamo.register_backend
def first_kind(module, inputs):
    called.append(("first", torch._inductor.config.max_autotune))
    return module.forward

@torch._dynamo.register_backend
def other_kind(module, inputs):
    called.append(("other", torch._inductor.config.max_autotune))
    return module.forward

def breaks(x):
    y = x.sin()
    torch._dynamo.graph_break()
    return y * 2

x = torch.ones(3)
with config.patch(debug_backend_override=">0:other_kind"):
    torch.compile(breaks, backend="first_kind")(x)
print(called)
torch._dynamo.reset()

def wrong(module, inputs):
    return lambda *inputs: [result + 1 for result in module.forward(*inputs)]

def outcome(backend, **settings):
    torch._dynamo.reset()
    with config.patch(**settings):
        try:
            torch.compile(lambda x: x.sin() * 2, backend=backend)(x)
        except Exception as error:
            return next(c.__name__ for c in type(error).__mro__ if c.__module__.startswith(("torch", "builtins")))
    return "right"

print(outcome("first_kind", verify_correctness=True), outcome(wrong, verify_correctness=True), outcome(wrong))
"""

REPRO = """
import torch
import torch._dynamo

@torch._dynamo.register_backend
def failing(module, inputs):
    if any(n.op == "call_method" and n.target == "relu" for n in module.graph.nodes):
        raise ValueError("the backend's own")
    return module.forward

torch.compile(lambda x: x.sin().relu(), backend="failing")(torch.ones(3))
"""

# torch hands these to the backend, which has to be inductor.
PATCHED = """
import torch
import torch._dynamo
import torch._inductor.config

seen = []
def backend(module, inputs):
    seen.append(torch._inductor.config.max_autotune)
    return module.forward

def breaks(x):
    y = x.sin()
    torch._dynamo.graph_break()
    return y * 2

torch._dynamo.config.debug_inductor_config_override = "0:max_autotune=True"
torch.compile(breaks, backend=backend)(torch.ones(3))
print(seen)
"""

OVERRIDDEN = """
import torch
import alternator
seen = []
def backend(module, inputs):
    seen.append(module)
    return module.forward
alternator.compile(lambda x: x + 1, backend=backend)(torch.ones(2))
print(len(seen))
"""


def case(t):
    with tempfile.TemporaryDirectory() as folder:
        programs.compare(PROGRAM, folder=folder, TORCH_COMPILE_DEBUG_DIR=folder)
    t.equal(programs.run(PATCHED, *programs.REPLACED).stdout, "[True, False]\n")
    # Before torch._dynamo is imported the environment alone says it.
    t.equal(programs.run(OVERRIDDEN, TORCH_COMPILE_OVERRIDE_BACKENDS="0:eager").stdout, "0\n")
    with tempfile.TemporaryDirectory() as folder:
        environment = dict(TORCHDYNAMO_REPRO_AFTER="dynamo", TORCHDYNAMO_REPRO_LEVEL="1", TORCH_COMPILE_DEBUG_DIR=folder)
        said = programs.run(REPRO, *programs.REPLACED, folder=folder, status=1, **environment).stderr
        assert "the backend's own" in said, said
        assert glob.glob(f"{folder}/**/repro.py", recursive=True), said


# expect captured
# nothing
