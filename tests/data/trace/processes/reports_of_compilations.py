"""What programs and tools read of a compilation beside its results: sections of torch's counters, names of resume functions in
them, in metrics and logs, guards as filters and exports get them, texts and classes of errors, stances."""

import tempfile

import programs

COUNTERS = """
import torch
import torch._dynamo
from torch._dynamo.utils import counters, get_compilation_metrics, graph_break_reasons

x = torch.ones(3)

def breaks(x):
    y = x + 1
    torch._dynamo.graph_break()
    y = y * 2
    print(end="")
    return y - 1

def loops(x):
    for _ in range(3):
        x = x + 1
        torch._dynamo.graph_break()
    return x

def skips(x):
    torch._dynamo.skip_frame()
    return x + 1

@torch.compiler.disable
def disabled(x):
    return x + 1

def failing(module, inputs):
    raise ValueError("the backend's own")

def show(function, *calls, **settings):
    torch._dynamo.reset()
    counters.clear()
    graph_break_reasons.clear()
    torch._dynamo.utils.clear_compilation_metrics()
    try:
        compiled = torch.compile(function, **{"backend": "eager", **settings})
        for call in calls:
            compiled(*call)
    except Exception as error:
        print(type(error).__mro__[-2].__name__)
    print(function.__name__, *(sorted(counters[section].items()) for section in ("frames", "stats", "resumes")))
    print(sum(counters["graph_break"].values()), bool(counters["unimplemented"]), len(graph_break_reasons))
    print([(m.co_name, m.co_firstlineno, m.fail_type) for m in get_compilation_metrics() if m.co_name])

show(breaks, (x,), (x,))
show(breaks, (x,), fullgraph=True)
show(loops, (x,))
show(skips, (x,))
show(disabled, (x,))
show(lambda x: x.sin() + 1, (x,), fullgraph=True)
show(lambda x: x + torch.ones(5), (x,), fullgraph=True)
torch._dynamo.config.recompile_limit = 2
show(lambda x, n: x.sin() + n, *((x, n) for n in range(4)), dynamic=False)
"""

NAMES = """
import logging
import torch
import torch._dynamo

said = []

class Kept(logging.Handler):
    def emit(self, record):
        said.append((record.name, record.levelname, record.getMessage().splitlines()))

def breaks(x, z):
    y = x + 1
    torch._dynamo.graph_break()
    return y * z

def logged(function, *calls, backend="eager", **topics):
    torch._dynamo.reset()
    torch._logging.set_logs(**topics)
    for name in list(logging.root.manager.loggerDict):
        if name.startswith("torch"):
            logging.getLogger(name).handlers[:] = []
            logging.getLogger(name).propagate = True
    logging.getLogger("torch").addHandler(Kept())
    said.clear()
    compiled = torch.compile(function, backend=backend, dynamic=False)
    for call in calls:
        compiled(*call)
    torch._logging.set_logs()
    return list(said)

x = torch.ones(3)
modified = []
hook = torch._dynamo.convert_frame.register_bytecode_hook(lambda old, new: modified.append(old.co_qualname))
print([lines[0] for _, _, lines in logged(breaks, (x, x), bytecode=True)])
hook.remove()
print(modified)
steps = logged(breaks, (x, x), dynamo=logging.INFO)
for step in ("Step 1: torchdynamo start", "Step 2: calling", "Step 2: done"):  # torch begins again at a break
    print(sorted({(name, level, lines[0]) for name, level, lines in steps if lines[0].startswith(step)}))
print([lines for _, _, lines in logged(lambda x: x + 1, (x,), trace_bytecode=True)])
for name, level, lines in logged(breaks, (x, 1), (x, 2), (x.double(), 2), recompiles=True):
    print(name, level, lines[:2])

for name, level, lines in logged(breaks, (x, 1), (x, 2), (x.double(), 2), recompiles_verbose=True):
    print(name, level, lines[:3])

def changes(x, items, table):
    items.append(1)
    table["a"] = 2
    return x + 1

for name, level, lines in logged(changes, (x, [], {}), side_effects=True):
    print(name, level, lines[0])

# Tensors are told apart in torch's words.
reasons = torch._dynamo.utils.guard_failures
torch._dynamo.reset()
reasons.clear()
compiled = torch.compile(lambda x: x.sin(), backend="eager", dynamic=False)
compiled(x), compiled(x.double()), compiled(torch.ones(3, 3)), compiled(torch.ones(4))
print([reason.splitlines()[0] for [*failures] in reasons.values() for reason in failures])
reasons.clear()
compiled = torch.compile(lambda x, n, d: x + n + d["a"], backend="eager", dynamic=False)
compiled(x, 1, {"a": 1}), compiled(x, 2, {"a": 1}), compiled(x, 2, {"a": 2})
print(sorted({reason.partition(" #")[0].partition(" no longer")[0].strip() for [*failures] in reasons.values() for reason in failures}))

def failing(module, inputs):
    raise ValueError("the backend's own")

torch._dynamo.config.suppress_errors = True
[(name, level, lines)] = [each for each in logged(breaks, (x, x), backend=failing) if each[1] == "WARNING"][:1]
print(name, level, lines[0].strip(), lines[1].strip(), any("the backend's own" in line for line in lines))
torch._dynamo.config.suppress_errors = False

torch._dynamo.config.recompile_limit = 1
for name, level, lines in logged(lambda x, n: x + n, (x, 1), (x, 2), (x, 3)):
    print(name, level, lines[:2], lines[2].partition(" == ")[0])
"""

ERRORS = """
import torch
import torch._dynamo
import torch._dynamo.comptime
from torch._dynamo import exc

x = torch.ones(3)

def first_line(function, *arguments, **settings):
    try:
        function(*arguments, **settings)
    except Exception as error:
        return error, str(error).splitlines()[0]
    return None, "nothing is raised"

def places(error):
    return [(frame.name, frame.lineno) for frame in error.real_stack]

# Recompilations that settings or stances forbid.
compiled = torch.compile(lambda x, n: x + n, backend="eager", dynamic=False)
compiled(x, 1)
with torch._dynamo.config.patch(error_on_recompile=True):
    error, text = first_line(compiled, x, 2)
    print(isinstance(error, exc.RecompileError), text)
with torch.compiler.set_stance("fail_on_recompile"):
    error, text = first_line(compiled, x, 2)
    print(type(error).__name__, text, str(error).splitlines()[1])
for settings in ({"fail_on_recompile_limit_hit": True}, {}):
    with torch._dynamo.config.patch(recompile_limit=1, **settings):
        other = torch.compile(lambda x, n: x - n, backend="eager", dynamic=False, fullgraph=not settings)
        other(x, 1)
        error, text = first_line(other, x, 2)
        print(isinstance(error, exc.FailOnRecompileLimitHit), text.partition(":")[0])

# Calls that are forbidden in compiled code.
@torch._dynamo.forbid_in_graph
def forbidden(x):
    return x

def changes_stance(x):
    torch.compiler.set_stance("force_eager")
    return x + 1

for function in (lambda x: forbidden(x), changes_stance):
    for fullgraph in (False, True):
        error, text = first_line(torch.compile(function, backend="eager", fullgraph=fullgraph), x)
        print(isinstance(error, AssertionError), "Attempt to trace forbidden callable" in text)
torch.compiler.set_stance("default")

# Arguments.
for wrong in (3, "name", [1]):
    print([isinstance(first_line(take, wrong)[0], AssertionError) for take in (torch.compile, torch._dynamo.optimize("eager"))])
print(first_line(torch.compile, lambda x: x, dynamic="yes")[0] is not None)
error, _ = first_line(torch.compile(lambda x: x + 1, backend=lambda module, inputs: None), x)
print(isinstance(error, exc.BackendCompilerFailed), isinstance(error.inner_exception, AssertionError))

# Places go by the names of functions.
class Model(torch.nn.Module):
    def forward(self, x):
        def inner(x):
            y = x + 1
            torch._dynamo.graph_break()
            return y
        return inner(x.sin())

error, _ = first_line(torch.compile(Model(), backend="eager", fullgraph=True), x)
print(places(error)[-2:])
reason, *_ = torch._dynamo.explain(Model())(x).break_reasons
print([(frame.name, frame.lineno) for frame in reason.user_stack][-2:], reason.graph_break)

# What a filter of guards raises.
for keep in (lambda entries: 1 / 0, lambda entries: None):
    error, _ = first_line(torch.compile(lambda x: x + 1, backend="eager", options={"guard_filter_fn": keep}), x)
    print(isinstance(error, exc.InternalTorchDynamoError))

def looks(x):
    torch._dynamo.comptime.comptime(lambda context: context.no_such_attribute)
    return x + 1

print(isinstance(first_line(torch.compile(looks, backend="eager"), x)[0], exc.InternalTorchDynamoError))

# Stances that trust what is compiled raise for all else, whatever else they say.
def outcomes(*compiled_before, stance):
    compiled = torch.compile(lambda x, n: x * n, backend="eager", dynamic=False)
    for call in compiled_before:
        compiled(*call)
    with torch.compiler.set_stance(stance, skip_guard_eval_unsafe=True):
        return [type(first_line(compiled, *call)[0]).__name__ for call in ((x, 1), (x, 2), (torch.ones(4), 1))]

for stance in ("default", "force_eager", "eager_on_recompile", "eager_then_compile", "aot_eager_then_compile"):
    torch._dynamo.reset()
    print(stance, outcomes(stance=stance), outcomes((x, 1), stance=stance))
"""

GUARDS = """
import torch
import torch._dynamo
from torch._dynamo.hooks import Hooks
from torch._guards import GuardSource

SCALE = 2

def fn(x, n, text, flag, nothing, items, other):
    y = x * n + len(text) + SCALE + items[0] + other["a"]
    return y if flag and nothing is None else y + 1

def arguments():
    return torch.ones(3), 3, "abc", True, None, [1, 2], {"a": 1}

def described(guard):
    return guard.name, guard.create_fn_name(), guard.source.name, tuple(guard.guard_types or ())[-1:], bool(guard.code_list), guard.is_local()

WANTED = {"L['x']", "L['n']", "L['flag']", "L['nothing']", "L['items'][0]", "L['other']['a']", "G['SCALE']"}
TYPES = {"TENSOR_MATCH", "CONSTANT_MATCH"}

def show(guards):
    print(sorted({described(guard) for guard in guards if guard.name in WANTED and guard.create_fn_name() in TYPES}))
    print(any(guard.create_fn_name() == "GLOBAL_STATE" and guard.name == "" for guard in guards))

def keep(entries):
    for entry in sorted(entries, key=lambda entry: entry.name):
        if entry.orig_guard.name in WANTED and entry.guard_type in TYPES:
            assert entry.guard_type == entry.orig_guard.create_fn_name() and isinstance(entry.orig_guard.source, GuardSource)
            print(entry.name, entry.guard_type, entry.derived_guard_types[-1:], entry.has_value, type(entry.value).__name__, entry.is_global)
    return [True] * len(entries)

torch.compile(fn, backend="eager", options={"guard_filter_fn": keep}, dynamic=False)(*arguments())
torch._dynamo.reset()
torch._dynamo.optimize("eager", guard_export_fn=show, dynamic=False)(fn)(*arguments())
torch._dynamo.reset()
torch._dynamo.optimize_assert("eager", hooks=Hooks(guard_export_fn=show), dynamic=False)(fn)(*arguments())
show(torch._dynamo.explain(fn)(*arguments()).out_guards)

# Whose attributes they are, torch's filters ask the source.
class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(3, 3)
        self.factor = 2

    def forward(self, x):
        return self.linear(x) * self.factor

guards = torch._dynamo.explain(Model())(torch.ones(3)).out_guards
for end, kind in (("['weight']", "TENSOR_MATCH"), ("factor", "CONSTANT_MATCH")):
    [source] = {guard.source.name for guard in guards if guard.name.endswith(end) and guard.create_fn_name() == kind}
    print(end, source)
"""


def case(t):
    with tempfile.TemporaryDirectory() as folder:  # reports name the file
        for program in (COUNTERS, NAMES, ERRORS, GUARDS):
            programs.compare(program, folder=folder)


# expect captured
# nothing


# expect nothing torch-2.14
# The texts are those of 2.15.
