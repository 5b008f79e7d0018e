"""torch's settings, stances, counters, errors and the class of its modules are Alternator's, also where torch.compile is torch's."""

import programs

PROGRAM = """
import torch
import alternator

x = torch.ones(2)
graphs = []
def backend(module, inputs):
    graphs.append(module)
    return module.forward

def breaks(x):
    y = x + 1
    print(end="")
    return y * 2

early = alternator.compile(torch.nn.Linear(2, 2), backend="eager")
alternator.config.accumulated_recompile_limit = 99
# What a trace reads of settings stays what it is when torch's front end is imported in the middle of it.
settings = type(torch.compiler.config)
import torch._dynamo
assert type(torch.compiler.config) is settings
from torch._dynamo.utils import counters

config, eval_frame, exc = torch._dynamo.config, torch._dynamo.eval_frame, torch._dynamo.exc
own = torch.compile
# Settings, either way.
assert config.accumulated_recompile_limit == 99
config.recompile_limit = 3
assert alternator.config.recompile_limit == 3
with alternator.config.patch(capture_scalar_outputs=True):
    assert config.capture_scalar_outputs
assert not config.capture_scalar_outputs
with torch.compiler.config.patch(recompile_limit=4):
    assert alternator.config.recompile_limit == 4
assert alternator.config.recompile_limit == 3
config.replay_side_effects = False  # torch.compile is torch's own here
config.replay_side_effects = True

# Counters.
compiled = alternator.compile(breaks, backend=backend)
compiled(x)
assert len(graphs) == 2 and counters["stats"]["unique_graphs"] == 2 and sum(counters["graph_break"].values()) == 1, counters

# Stances, either way.
def fresh():
    return alternator.compile(lambda x: x + len(graphs[:0]), backend=backend)

with torch.compiler.set_stance("force_eager"):
    fresh()(x)
assert len(graphs) == 2
with alternator.set_stance("force_eager"):
    assert eval_frame._stance.stance == "force_eager"
    own(lambda x: x * 5, backend=backend)(x)
assert len(graphs) == 2 and eval_frame._stance.stance == "default"
seen = []
def other(module, inputs):
    seen.append(module)
    return module.forward
with torch.compiler.set_stance(force_backend=other):
    fresh()(x)
assert len(seen) == 1 and len(graphs) == 2
alternator.compile(lambda x: x - 1, backend=backend)(x)
assert len(graphs) == 3

# Errors: torch's class of the name catches Alternator's.
def raised(error, function, *arguments, **settings):
    try:
        alternator.compile(function, **{"backend": "eager", **settings})(*arguments)
    except error as found:
        return found
    raise AssertionError(f"{error} was not raised")

def failing(module, inputs):
    raise ValueError("the backend's own")

found = raised(exc.Unsupported, breaks, x, fullgraph=True)
assert isinstance(found, alternator.Unsupported) and isinstance(found, exc.TorchDynamoException)
assert found.real_stack[-1].lineno == found.line and found.real_stack[-1].filename == __file__, found.real_stack
assert found.gb_type == "Failed to trace builtin operator" and "fullgraph" in found.hint, (found.gb_type, found.hint)
raised(exc.BackendCompilerFailed, breaks, x, backend=failing)
raised(exc.TorchRuntimeError, lambda x: x.view(7), x, fullgraph=True)
raised(exc.UserError, lambda x: x + 1 if x.sum().item() > 3 else x, x, fullgraph=True)
try:
    own(breaks, backend="eager", fullgraph=True)(x)
except exc.Unsupported as error:
    assert not isinstance(error, alternator.Unsupported)
else:
    raise AssertionError("torch.compile did not refuse the break")

# Modules: each name that torch has for the class names one of theirs.
late = alternator.compile(torch.nn.Linear(2, 2), backend="eager")
for model in (early, late):
    assert isinstance(model, eval_frame.OptimizedModule) and isinstance(model, torch._dynamo.OptimizedModule)
    assert torch.equal(model(x), model._orig_mod(x)) and list(model.state_dict()) == ["_orig_mod.weight", "_orig_mod.bias"]
    # As Lightning compiles what belongs to a compiled module.
    assert torch.equal(model.dynamo_ctx(model._orig_mod.forward)(x), model._orig_mod(x))
theirs = own(torch.nn.Linear(2, 2), backend="eager")
assert isinstance(theirs, eval_frame.OptimizedModule) and not isinstance(theirs, alternator.OptimizedModule)
theirs(x)
import copy, pickle
copied = copy.deepcopy(late)
assert type(copied) is alternator.OptimizedModule and torch.equal(copied(x), late(x))
print("done")
"""


def case(t):
    t.equal(programs.run(PROGRAM).stdout, "done\n")


# expect captured
# nothing
