"""torch's settings that name sources: which sizes and ints are dynamic, and which never; and marks that the program may
contradict."""

import programs

PROGRAM = """
import torch
import torch._dynamo
import torch.compiler.config

class Graphs(list):
    def __call__(self, module, inputs):
        self.append(module)
        return module.forward

def run(what, function, *calls, **settings):
    # Before there were static sources, no source had a dimension.
    if not hasattr(torch.compiler.config, "static_sources") and ("static_sources" in settings or ":" in str(settings)[-6:]):
        return
    torch._dynamo.reset()
    graphs, found = Graphs(), []
    compiled = torch.compile(function, backend=graphs, dynamic=settings.pop("dynamic", None))
    with torch.compiler.config.patch(settings):
        for arguments in calls:
            compiled(*arguments)
            found.append(len(graphs))
    print(what, found)

pair = lambda x, y: x.sum() * 2 + y.sum()
ones = torch.ones
sizes = (ones(3), ones(5)), (ones(4), ones(5)), (ones(4), ones(6)), (ones(5), ones(7))
run("nothing said", pair, *sizes)
run("one is dynamic", pair, *sizes, dynamic_sources="L['x']")
run("both are", pair, *sizes, dynamic_sources="L['x'], L['y']")
run("by a pattern", pair, *sizes, dynamic_sources=r"L\\['.'\\]")
run("one is static", pair, *sizes, static_sources="L['x']")
run("static where all would be dynamic", pair, *sizes, static_sources="L['y']", dynamic=True)
run("static before dynamic", pair, *sizes, static_sources="L['x']", dynamic_sources="L['x'],L['y']")
run("one dimension", lambda x: x * 2, (ones(3, 4),), (ones(5, 4),), (ones(5, 6),), dynamic_sources="L['x']:0")
rows = (ones(0, 2),), (ones(1, 2),), (ones(4, 2),), (ones(4, 3),)
run("none may be asked for", lambda x: x * 2, *rows, unbacked_sources="L['x']:0")
run("static before that", lambda x: x * 2, *rows, unbacked_sources="L['x']", static_sources="L['x']:0")
numbers = lambda x, n: x * n
run("an int", numbers, (ones(3), 4), (ones(3), 5), (ones(3), 6))
run("a dynamic int", numbers, (ones(3), 4), (ones(3), 5), (ones(3), 6), dynamic_sources="L['n']")
run("a static int", numbers, (ones(3), 4), (ones(3), 5), (ones(3), 6), static_sources="L['n']")

x = ones(4)
torch._dynamo.mark_dynamic(x, 0)
with torch._dynamo.config.patch(allow_ignore_mark_dynamic=True):
    run("a mark that is contradicted", lambda x: x + ones(4), (x,))
"""

ENVIRONMENT = """
import torch, alternator
f = alternator.compile(lambda x: x * 2, backend="eager")
f(torch.ones(3)), f(torch.ones(4))
print(alternator.counters()["graphs"])
"""


def case(t):
    programs.compare(PROGRAM)
    # What the environment says counts without torch.compiler.config.
    t.equal(programs.run(ENVIRONMENT, TORCH_COMPILE_DYNAMIC_SOURCES="L['x']").stdout, "1\n")


# expect captured
# nothing
