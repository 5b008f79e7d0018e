"""What torch's cache entries tell is told of Alternator's: for which values of a frame's variables one serves. Beside that what logs of
calls say, how large the parameters of a graph are, and the class of what inductor raises."""

import programs

PROGRAM = """
import logging
import torch
import torch._dynamo
from torch._dynamo import utils
from torch._dynamo.eval_frame import _debug_get_cache_entry_list

factor = 2

def fn(x, n, *rest, key=None):
    y = x * n * factor
    return y if key is None else y + 1

compiled = torch.compile(fn, backend="eager", dynamic=False)
compiled(torch.ones(3), 2), compiled(torch.ones(4), 3, key=1)
latest, earliest = _debug_get_cache_entry_list(fn)
print(latest.compile_id, earliest.compile_id)
for entry in latest, earliest:
    for x, n, key in (torch.ones(3), 2, None), (torch.ones(4), 3, 1), (torch.ones(3), 3, None), (3, 2, None), (torch.ones(4), 3, None):
        values = {"x": x, "n": n, "rest": (), "key": key}
        found = entry.guard_manager.check_verbose(values)
        print(entry.guard_manager.check(values), found.result, len(found.verbose_code_parts), found.num_guards_executed > 0)

# Calls that are traced and that go into the graph.
lines = []
handler = logging.Handler()
handler.emit = lambda record: lines.append(record.getMessage().replace(__file__, "FILE"))
torch._logging.set_logs(trace_call=True)
logger = logging.getLogger("torch._dynamo.symbolic_convert.__trace_call")
logger.addHandler(handler)
logging.getLogger("torch._dynamo.output_graph.__trace_call").addHandler(handler)

def inner(y, z):
    return y * z

def outer(x):
    x = inner(x,
              inner(x, 2))
    return x.sin()

torch.compile(outer, backend="eager")(torch.ones(3))
torch._logging.set_logs()
print(*sorted(lines), sep="\\n")

utils.clear_compilation_metrics()
torch.compile(torch.nn.Linear(3, 4), backend="eager")(torch.ones(3))
metrics = utils.get_compilation_metrics()[-1]
print(metrics.param_count, metrics.param_numel, metrics.param_bytes)
torch.compile(lambda x: x + 1, backend="eager")(torch.ones(3))
print(utils.get_compilation_metrics()[-1].param_count)

from torch._inductor.exc import InductorError

def failing(module, inputs):
    raise InductorError(ValueError("of inductor"), None)

try:
    torch.compile(lambda x: x + 1, backend=failing)(torch.ones(2))
except InductorError as error:
    print(isinstance(error, torch._dynamo.exc.BackendCompilerFailed), type(error).__name__, str(error).splitlines()[0])
    print(error.inner_exception, error.backend_name)
"""


def case(t):
    programs.compare(PROGRAM)


# expect captured
# nothing
