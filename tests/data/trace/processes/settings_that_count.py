"""Settings of torch's front end that change what is captured, assumed and said do the same here."""

import programs

# Prints the same with torch's front end and with Alternator.
PROGRAM = """
import inspect
import types
import warnings
import torch
import torch._dynamo as D

C, config = torch.compiler, D.config
RELEASE = tuple(map(int, torch.__version__.split(".")[:2]))
x = torch.arange(4.0)

class Graphs(list):
    def __call__(self, module, inputs):
        self.append([str(n.target) for n in module.graph.nodes if n.op == "call_function"])
        return module.forward

def set_to(**settings):
    D.reset()
    return config.patch(**{name: value for name, value in settings.items() if name in config._config})

class Keeps(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.ones(3))

    def forward(self, x):
        return self.weight.sum() + x

# Sizes of parameters.
for static in (True, False):
    with set_to(force_parameter_static_shapes=static, force_nn_module_property_static_shapes=static):
        graphs, module = Graphs(), Keeps()
        compiled = torch.compile(module, backend=graphs)
        for size in (3, 4, 5, 6):
            module.weight = torch.nn.Parameter(torch.ones(size))
            compiled(x)
        print("parameters", static, len(graphs))
# What changes as unbacked symbols: of any size.
with set_to(automatic_dynamic_shapes_mark_as="unbacked"):
    graphs = Graphs()
    compiled = torch.compile(lambda x: x + 1, backend=graphs)
    for size in (3, 4, 5, 1, 0):
        compiled(torch.ones(size))
    print("unbacked", len(graphs))
if "dynamic_values" in C.config._config:
    D.reset()
    with C.config.patch(dynamic_values="7"):
        graphs = Graphs()
        compiled = torch.compile(lambda x, n: x + n, backend=graphs)
        compiled(torch.ones(7), 7), compiled(torch.ones(8), 9)
        print("dynamic_values", len(graphs))
# Operators without the tag.
library = torch.library.Library("switches", "FRAGMENT")
for name, tags in (("plain", ()), ("tagged", torch.Tag.pt2_compliant_tag)):
    library.define(f"{name}(Tensor x) -> Tensor", tags=tags)
    library.impl(name, lambda x: x + 1, "CompositeExplicitAutograd")
    torch.library.register_fake(f"switches::{name}", torch.empty_like, lib=library)
for only in (False, True):
    with set_to(only_allow_pt2_compliant_ops=only):
        for operator in (torch.ops.switches.plain, torch.ops.switches.tagged, torch.ops.switches.plain.default, torch.ops.aten.sin):
            graphs = Graphs()
            torch.compile(lambda x: operator(x * 2) + 1, backend=graphs)(x)
            print("compliant", only, operator, len(graphs))
D.reset()
torch.compile(lambda x: torch.ops.switches.plain.default(x) + torch.ops.switches.tagged.default(x), backend="eager")(x)
metrics = D.utils.get_compilation_metrics()[-1]
print(metrics.non_compliant_ops, metrics.compliant_custom_ops, metrics.restart_reasons, metrics.specialize_float)
# What is said of effects.
class State:
    count = 0

def counts(x, state):
    state.count = state.count + 1
    return x + 1

for policy in ("silent", "info", "warn", "error"):
    if "side_effect_replay_policy" not in config._config:
        break
    with set_to(side_effect_replay_policy=policy), warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        state = State()
        torch.compile(lambda x: x + 1, backend="eager")(x)
        try:
            torch.compile(counts, backend="eager")(x, state)
        except RuntimeError as error:
            print("L['state']" in str(error))
        print("effects", policy, state.count, sum("L['state']" in str(warning.message) for warning in said))
# Ranges of the profiler as nodes.
def ranges(x):
    with torch.profiler.record_function("here"):
        y = x + 1
    return y * 2

for captured in (False, True) if "capture_profiler_record_function" in config._config else ():
    with set_to(capture_profiler_record_function=captured):
        graphs = Graphs()
        print("ranges", torch.compile(ranges, backend=graphs, fullgraph=True)(x), len(graphs[0]))
        with torch.profiler.profile() as profile:
            torch.compile(ranges, backend="aot_eager")(x)
        print(any(event.name == "here" for event in profile.events()))
# Graphs of the backward pass.
with set_to(compiled_autograd=True):
    graphs = Graphs()
    def step(module, x):
        loss = module(x).sum()
        loss.backward()
        return loss
    module = torch.nn.Linear(4, 1)
    print("autograd", torch.compile(step, backend=graphs)(module, x).shape, module.weight.grad, len(graphs) > 1)
if "debug_dynamo_config_override" in config._config:
    with set_to(debug_dynamo_config_override="0-1000000:specialize_float=True"):
        graphs = Graphs()
        compiled = torch.compile(lambda x, f: x + f, backend=graphs)
        for f in (1.5, 2.5, 3.5):
            compiled(x, f)
        print("override", len(graphs))
for name, value in {
    "capture_func_transforms": False, "use_numpy_random_stream": True, "capture_sparse_compute": False, "dont_skip_tracing": True,
    "inline_torch_dispatch_torch_compile": False, "error_on_dynamo_callback_in_fullgraph_compiled_code": True,
}.items():
    with set_to(**{name: value}):
        torch.compile(lambda x: x + 1, backend="eager")(x)
# A compiled function is a function.
def function(x: int, a=1, *, b=2) -> int:
    return x

compiled = torch.compile(function, backend="eager")
print(isinstance(compiled, types.FunctionType), inspect.isfunction(compiled), inspect.signature(compiled), compiled.__annotations__)
print(torch.compile(lambda x: (x + 1, isinstance(compiled, types.FunctionType)), backend="eager")(x))
with config.patch(error_on_nested_fx_trace=False):
    print(torch.fx.symbolic_trace(torch.compile(lambda x: x.sin() + 1, backend="eager")).code)
# Hooks that see code.
seen = []
handle = D.convert_frame.register_bytecode_hook(lambda old, new: seen.append((old.co_name, type(new).__name__)))
torch.compile(lambda x: x + 1, backend="eager")(x)
handle.remove()
print(seen)
# What is shown of a trace.
from torch._dynamo.comptime import comptime

def shows(x, n=1):
    y = x + 1
    comptime.print({"a": y, "b": [1, x]} if RELEASE >= (2, 13) else n)

    @comptime
    def _(context):
        fake = context.get_local("y").as_fake()
        print(type(fake).__name__, fake.shape, fake.dtype, fake.device)

    return y * 2

torch.compile(shows, backend="eager")(x)
explained = D.explain(lambda x: x.sin() + 1)(x)
print(explained.op_count, explained.graph_count)
"""

# The profile of one process is read by the next.
PROFILED = """
import torch
import torch._dynamo

graphs = []
def backend(module, inputs):
    graphs.append(module)
    return module.forward
compiled = torch.compile(lambda x, n: x * n, backend=backend)
for n in (3, 4, 5):
    compiled(torch.ones(n, 2), n)
print(len(graphs))
"""


def case(t):
    import tempfile

    programs.compare(PROGRAM)
    with tempfile.TemporaryDirectory() as folder:
        environment = {"TORCHINDUCTOR_CACHE_DIR": folder, "TORCH_COMPILE_JOB_ID": "switches"}
        found = [programs.run(PROFILED, *programs.REPLACED, **environment).stdout for _ in range(2)]
    assert found == ["2\n", "1\n"], found


# expect captured
# nothing
