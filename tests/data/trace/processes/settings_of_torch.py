"""Each of torch's settings has a state, told by docs/settings.md; what is refused is refused where it is set, with a reason."""

import documents
import programs

SCRIPT = """
import warnings
import torch
import torch._dynamo
import alternator

config = torch._dynamo.config

def refused(name, value, module=config):
    try:
        setattr(module, name, value)
    except RuntimeError as error:
        assert name in str(error) and repr(value) in str(error), error
        return
    raise AssertionError(f"{name} was taken")

for module, name, value in (
    (config, "replay_side_effects", False),
    (config, "caching_precompile", True),
    (config, "optimize_ddp", "python_reducer"),
):
    if hasattr(module, name):  # Some came with later releases.
        refused(name, value, module)
try:
    with config.patch(replay_side_effects=False):
        raise AssertionError("a patch was taken")
except RuntimeError as error:
    assert "effects" in str(error), error
# What is done anyhow, and the default, can be said.
config.optimize_ddp = False
config.nested_graph_breaks = True
config.nested_graph_breaks = False

with warnings.catch_warnings(record=True) as said:
    warnings.simplefilter("always")
    config.guard_nn_modules = False
    config.guard_nn_modules = False
assert len(said) == 1 and "guard_nn_modules" in str(said[0].message) and said[0].filename == __file__, said

# torch's own front end sets for itself what it needs.
exported = torch.export.export(torch.nn.Linear(2, 2), (torch.ones(1, 2),), strict=True)
assert exported.module()(torch.ones(1, 2)).shape == (1, 2)

# Types as torch takes them; `disable` counts at each call.
graphs = []
def backend(module, inputs):
    graphs.append(module)
    return module.forward

f = torch.compile(lambda x: x + len(graphs[:0]), backend=backend)
config.disable = True
f(torch.ones(2))
assert not graphs
config.disable = False
f(torch.ones(2))
assert len(graphs) == 1
config.capture_scalar_outputs = 1
g = torch.compile(lambda x: x + x.sum().item(), backend="eager")
g(torch.ones(2))
assert alternator.counters()["graph_breaks"] == 0, alternator.counters()
config.recompile_limit = None
h = torch.compile(lambda x, text: x + len(text), backend="eager")
for n in range(12):
    h(torch.ones(2), "a" * n)
assert alternator.counters()["recompiles"] == 11, alternator.counters()
config.recompile_limit = 8
print("done")
"""

ENVIRONMENT = """
import os, sys, warnings
warnings.simplefilter("ignore")
import torch, alternator
assert alternator.config.{name} is {value}, alternator.config.{name}
f = alternator.compile(lambda x: x + 1, backend="eager")
f(torch.ones(2))
assert alternator.counters()["graphs"] == ({name!r} != "disable"), alternator.counters()
import torch._dynamo
assert torch._dynamo.config.{name} is {value} and alternator.config.{name} is {value}
alternator.compile(lambda x: x + 2, backend="eager")(torch.ones(2))
assert alternator.counters()["graphs"] == 2 * ({name!r} != "disable"), alternator.counters()
"""

VARIABLES = [
    ("TORCH_COMPILE_DISABLE", "1", "disable", True),
    ("TORCHDYNAMO_DISABLE", "1", "disable", True),
    ("TORCHDYNAMO_SUPPRESS_ERRORS", "1", "suppress_errors", True),
    ("TORCH_DYNAMO_AUTOMATIC_DYNAMIC_SHAPES", "0", "automatic_dynamic_shapes", False),
    ("TORCHDYNAMO_CAPTURE_SCALAR_OUTPUTS", "1", "capture_scalar_outputs", True),
]


def case(t):
    documents.check("settings.md")
    assert programs.run(SCRIPT, *programs.REPLACED).stdout == "done\n"
    for variable, set_to, name, value in VARIABLES:
        programs.run(ENVIRONMENT.format(name=name, value=value), **{variable: set_to})
    done = programs.run("print('ran')\n", *programs.REPLACED, TORCH_COMPILE_CPROFILE="1")
    assert done.stdout == "ran\n" and "TORCH_COMPILE_CPROFILE has no effect" in done.stderr, done.stderr


# expect captured
# nothing
