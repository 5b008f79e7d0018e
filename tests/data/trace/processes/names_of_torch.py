"""Each public name of torch.compiler and torch._dynamo has a state, told by docs/names.md; what they do is what torch's do."""

import documents
import programs

# Prints the same with torch's front end and with Alternator.
PROGRAM = """
import torch
import torch._dynamo

C, D = torch.compiler, torch._dynamo
RELEASE = tuple(map(int, torch.__version__.split(".")[:2]))
x = torch.ones(3)

class Graphs(list):
    def __call__(self, module, inputs):
        self.append([str(getattr(n.target, "__name__", n.target)) for n in module.graph.nodes if n.op == "call_function"])
        return module.forward

def run(what, function, *arguments, backend=None, **settings):
    D.reset()
    graphs = Graphs()
    try:
        result = torch.compile(function, backend=backend or graphs, **settings)(*arguments)
    except Exception as error:
        result = next(c.__name__ for c in type(error).__mro__ if c.__module__.startswith(("torch", "builtins")))
    print(what, result, list(graphs))

def taken(what, function, *arguments, **settings):
    try:
        function(*arguments, **settings)
    except Exception:
        print(what, "refused")
    else:
        print(what, "taken")

def breaks_inside(x):
    D.graph_break()
    return x + 1

# Marks that put calls into the graph, and keep them out.
C.allow_in_graph(breaks_inside)
run("allow_in_graph", lambda x: breaks_inside(x) * 2, x, fullgraph=True)
taken("allow_in_graph", C.allow_in_graph, 3)
subtracts = lambda x: torch.sub(torch.add(x, 1), 2) * 2
D.disallow_in_graph(torch.sub)
run("disallow_in_graph", subtracts, x)
run("disallow_in_graph", subtracts, x, fullgraph=True)
D.allow_in_graph(torch.sub)
run("allow_in_graph", subtracts, x)
taken("disallow_in_graph", D.disallow_in_graph, lambda: 0)

@D.forbid_in_graph
def forbidden(x):
    return x + 1

for settings in ({}, {"fullgraph": True}):
    for calls in (lambda x: forbidden(x) * 2, lambda x: (D.mark_dynamic(x, 0), x + 1)[1]):
        try:
            torch.compile(calls, backend="eager", **settings)(x.clone())
        except AssertionError:
            print("forbid_in_graph")

@D.nonstrict_trace
def breaks(x):
    D.graph_break()
    return x + 1

run("nonstrict_trace", lambda x: breaks(x) * 2, x, backend="aot_eager", fullgraph=True)

@C.disable(recursive=False)
def thin(x):
    return x + 1

run("disable", lambda x: thin(x * 2) * 2, x)
print(D.is_dynamo_disable_recursive(thin), D.is_dynamo_disable_recursive(breaks))

@D.dont_skip_tracing
def through_libraries(x):
    return torch.utils._pytree.tree_map(lambda t: t + 1, {"a": [x]})["a"][0]

run("dont_skip_tracing", lambda x: through_libraries(x) * 2, x, fullgraph=True)

@D.error_on_graph_break(True)
def insists(x):
    D.graph_break()
    return x + 1

run("error_on_graph_break", lambda x: insists(x) * 2, x)
taken("patch_dynamo_config", D.patch_dynamo_config, recompile_limit=3)
run("is_compiling", lambda x: (x + 1, C.is_compiling(), C.is_dynamo_compiling(), D.is_compiling()), x)
if RELEASE >= (2, 12):  # Before, it is true wherever something is compiled.
    run("is_exporting", lambda x: (x + 1, C.is_exporting()), x)
print(C.is_compiling(), D.is_compiling())
if hasattr(D, "override_cudagraphs"):
    run("override_cudagraphs", D.override_cudagraphs(fwd=False)(lambda x: x + 1), x, fullgraph=True)
run("cudagraph_mark_step_begin", lambda x: (C.cudagraph_mark_step_begin(), x + 1)[1], x)

# Backends and what they compile with.
@D.register_backend
def own_backend(module, inputs):
    return module.forward

print(D.lookup_backend("own_backend") is own_backend, C.list_backends() == D.list_backends())
run("register_backend", lambda x: x + 1, x, backend="own_backend")
taken("lookup_backend", D.lookup_backend, "own_backends")
taken("compile", torch.compile, lambda x: x, backend="own_backends")
taken("compile", torch.compile, lambda x: x, options={"no_such_option": 1})
taken("compile", torch.compile, lambda x: x, mode="no_such_mode")
print(torch.compile(lambda x: x, options={"max_autotune": True}).get_compiler_config()["max_autotune"])
print(torch.compile(lambda x: x, backend="eager").get_compiler_config())
print(torch.compile(torch.nn.ReLU(), options={"max_autotune": True}).get_compiler_config()["max_autotune"])
if hasattr(C, "set_default_backend"):
    C.set_default_backend("eager")
    print(C.get_default_backend(), torch.compile(lambda x: x + 1)(x))
    C.set_default_backend("inductor")

# The older spelling; who is told of failing guards and of compilations.
graphs, failed = Graphs(), []
f = D.optimize(graphs, guard_fail_fn=lambda fail: failed.append((bool(fail.reason), fail.orig_code.co_name)))(lambda x: x + 3)
f(x), f(torch.ones(9))
print(failed, len(graphs))
D.optimize(graphs, disable=True)(lambda x: x + 3)(x)
taken("optimize", D.optimize(graphs, nopython=True)(lambda x: (x + 1, D.graph_break())), x)
taken("optimize_assert", D.optimize_assert(graphs)(lambda x: (x + 1, D.graph_break())), x)
print(len(graphs))
events = []
D.on_compile_start(lambda *_: events.append("start"))
D.on_compile_end(lambda *_: events.append("end"))
run("callbacks", lambda x: x + 1, x)
D.callback_handler.clear()
print(events)

# What is made ahead of time is torch's own front end's.
D.config.enable_aot_compile = True
whole = torch.compile(lambda x: x.sin() + 1, backend="eager", fullgraph=True)
print(whole.aot_compile(((x,), {}))(x))
taken("aot_compile", torch.compile(lambda x: x, backend="eager").aot_compile, ((x,), {}))
taken("load_compiled_function", C.load_compiled_function, __import__("io").BytesIO(b"none"))
taken("replay", D.replay, "/no/such/file")
print([str(n.target) for n in D.export(lambda x: x + 1, aten_graph=True)(x)[0].graph.nodes])
"""

# What Alternator refuses.
REFUSED = """
import warnings
import torch
import torch._dynamo

def refused(what, function, *arguments, **settings):
    try:
        function(*arguments, **settings)
    except RuntimeError as error:
        assert what in str(error) and "not possible with Alternator" in str(error), error
    else:
        raise AssertionError(f"{what} was taken")

assert torch.compiler.set_enable_guard_collectives(False) is False
refused("set_enable_guard_collectives", torch.compiler.set_enable_guard_collectives, True)
if hasattr(torch._dynamo, "bytecode_debugger"):
    refused("bytecode_debugger", torch._dynamo.bytecode_debugger.debug)
if hasattr(torch._dynamo, "allow_c_slot"):
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        torch._dynamo.allow_c_slot(int)
    assert len(said) == 1 and "allow_c_slot makes no difference" in str(said[0].message), said

def forbidden(x):
    torch._dynamo.mark_dynamic(x, 0)
    return x + 1

try:
    torch.compile(forbidden, backend="eager")(torch.ones(2))
except AssertionError as error:
    assert "mark_dynamic" in str(error) and f"{__file__}:{forbidden.__code__.co_firstlineno + 1}" in str(error), error
"""


def case(t):
    documents.check("names.md")
    programs.compare(PROGRAM)
    programs.run(REFUSED, *programs.REPLACED)


# expect captured
# nothing
