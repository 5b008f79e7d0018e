"""What programs know of torch's front end by its names is there under `python -m alternator`: counters, callbacks,
substitutes, errors. It runs in a process of its own, since it takes torch's place."""

import programs

SCRIPT = """
import torch
import torch._dynamo
import torch._dynamo.testing
from torch._dynamo.utils import counters

x = torch.ones(2)
torch.manual_seed(0)  # which torch disables in its own way
events = []
handler = torch._dynamo.callback.callback_handler
handler.register_start_callback(lambda args: events.append("start"))
handler.register_end_callback(lambda args: events.append("end"))

def breaks(x):
    x = x + 1
    torch._dynamo.graph_break()
    return x + 2

compiled = torch.compile(breaks, backend="eager")
compiled(x), compiled(x)
assert events == ["start", "end"] * 2, events
assert counters["frames"] == {"total": 2, "ok": 2}, counters
assert counters["stats"] == {"unique_graphs": 2, "calls_captured": 2}, counters
assert sum(counters["graph_break"].values()) == 1, counters
assert compiled._torchdynamo_orig_callable is breaks and len(torch._dynamo.utils.graph_break_reasons) == 1
assert len(torch._dynamo.eval_frame._debug_get_cache_entry_list(breaks.__code__)) == 1
[entry] = torch._C._dynamo.eval_frame._debug_get_cache_entry_list(breaks.__code__)
assert entry.code.co_name == "breaks" and str(entry.compile_id) == "0/0" and "x" in str(entry.guard_manager), entry
assert entry.trace_annotation == "Torch-Compiled Region: 0/0" and callable(entry.backend)
assert torch._dynamo.eval_frame.innermost_fn(torch._dynamo.disable(breaks)) is breaks
assert torch._dynamo.explain(breaks)(x).break_reasons[0].graph_break

def original(x):
    return 5

@torch.compiler.substitute_in_graph(original)
def traced(x):
    return x + 7

assert torch.compile(lambda x: original(x) * 1, backend="eager", fullgraph=True)(x)[0] == 8
# Not every release takes a substitute back.
if hasattr(torch._dynamo.decorators, "_unregister_substitute_in_graph"):
    torch._dynamo.decorators._unregister_substitute_in_graph(original)
    torch._dynamo.reset()
    assert torch.compile(lambda x: original(x) * 1, backend="eager", fullgraph=True)(x) == 5

def once(x):
    return x + 1

graphs = []
def backend(module, inputs):
    graphs.append(module)
    return module.forward

compiled = torch.compile(once, backend=backend)
compiled(x)
frozen = torch._dynamo.run(compiled)
try:
    torch._dynamo.run(3)
    raise SystemExit("run took a number")
except AssertionError:
    pass
frozen(x), frozen(torch.ones(3)), compiled(torch.ones(4))
assert len(graphs) == 2

def failing(module, inputs):
    raise ValueError("the backend's own")

def raised(error, function, *arguments, **settings):
    torch._dynamo.reset()
    try:
        torch.compile(function, **{"backend": "eager", **settings})(*arguments)
    except error as found:
        return found
    raise AssertionError(f"{error} was not raised")

exc = torch._dynamo.exc
assert isinstance(raised(exc.BackendCompilerFailed, once, x, backend=failing).inner_exception, ValueError)
raised(exc.TorchRuntimeError, lambda x: x.view(7), x, fullgraph=True)
raised(exc.Unsupported, breaks, x, fullgraph=True)
raised(exc.UserError, lambda x: x + 1 if x.sum().item() > 3 else x, x, fullgraph=True)
marked = torch.ones(3)
torch._dynamo.mark_dynamic(marked, 0)
violation = torch.fx.experimental.symbolic_shapes.ConstraintViolationError
raised(violation, lambda x: x + torch.ones(3), marked)

assert torch._dynamo.eval_frame.innermost_fn(compiled) is once
del graphs[:]
compiled(x), compiled(x)
torch._dynamo.reset_code_caches()
compiled(x)
torch._dynamo.eval_frame.reset_code(once.__code__)
compiled(x)
assert len(graphs) == 3, graphs
assert isinstance(torch.compile(torch.nn.ReLU(), backend="eager"), torch._dynamo.OptimizedModule)
try:
    with torch._dynamo.optimize("eager"):
        pass
except RuntimeError as error:
    assert "raise_on_ctx_manager_usage" in str(error)
else:
    raise AssertionError("a with block was not refused")

from torch._dynamo.backends.debugging import ExplainWithBackend
explained = ExplainWithBackend("eager")
torch.compile(breaks, backend=explained)(x)
assert explained.output().graph_count == 2 and explained.output().graph_break_count == 1

raised(exc.Unsupported, lambda x: torch._dynamo.optimize("eager", error_on_graph_break=True, package=None)(breaks)(x), x)

# Exporting is torch's own.
assert len(torch._dynamo.export(once)(x)[0].graph.nodes) == 3

# What the inputs were like is told when they are gone.
recorded = torch._dynamo.testing.EagerAndRecordGraphs()
torch.compile(lambda x: torch.relu(x) + 1, backend=recorded)(torch.ones(3))
assert 'relu: "f32[3]"' in recorded.graphs[0].print_readable(print_output=False)

@torch.compiler.disable
class Kept:
    def __init__(self):
        self.compiling = torch.compiler.is_compiling()

    def __call__(self, x):
        return x + torch.compiler.is_compiling()

assert torch.compile(lambda x: Kept()(x) + Kept().compiling, backend="eager")(x)[0] == 1
torch._dynamo.config.reorderable_logging_functions.add(print)
def talks(x):
    print("moo")
    return x + 1

torch.compile(talks, backend="eager", fullgraph=True)(x)
print("done")
"""


def case(t):
    t.equal(programs.run(SCRIPT, *programs.REPLACED).stdout.splitlines()[-2:], ["moo", "done"])


# expect captured
# nothing
