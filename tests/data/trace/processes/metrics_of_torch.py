"""torch._dynamo.utils: metrics, times, counters and guard failures are Alternator's too, as they are with torch's front end."""

import programs

PROGRAM = """
import torch
import torch._dynamo
from torch._dynamo import utils

def breaks(x, n):
    y = x.sin() + n
    torch._dynamo.graph_break()
    return y * 2

contexts = []
torch._dynamo.register_hook_for_recompile_user_context(lambda: contexts.append("asked") or "a context")
compiled = torch.compile(breaks, backend="aot_eager")
compiled(torch.ones(3), 1), compiled(torch.ones(3), 2)
torch._dynamo.reset_recompile_user_contexts()
for metrics in utils.get_compilation_metrics():
    print(metrics.compile_id, metrics.graph_op_count, metrics.has_guarded_code, metrics.is_forward, metrics.fail_type)
    print(bool(metrics.recompile_reason), len(metrics.restart_reasons or ()), metrics.recompile_user_contexts)
    print(metrics.guard_count > 0, metrics.graph_node_count, metrics.graph_input_count, metrics.end_time_us > metrics.start_time_us)
    print(metrics.frame_key, (metrics.recompile_reason or "").partition(" ")[0])
    print(metrics.dynamo_cumulative_compile_time_us > 0, metrics.aot_autograd_cumulative_compile_time_us > 0)
utils.clear_compilation_metrics()
print(utils.get_compilation_metrics(), len(contexts))
headers, _ = utils.compile_times(repr="csv")
print({"_compile.compile_inner", "OutputGraph.call_user_compiler"} <= set(headers), "_compile.compile_inner" in utils.compile_times())
counted = utils.counters
print(sorted(counted["frames"].items()), sorted(counted["stats"].items()), sum(counted["graph_break"].values()), list(counted["resumes"].values()))
print({failure.partition(" ")[0] for code, failures in utils.guard_failures.items() if code is breaks.__code__ for failure in failures})
print([code.co_name for code in utils.guard_failures if code.co_name == "breaks"])
print(all("n" in failure for code, failures in utils.guard_failures.items() if code is breaks.__code__ for failure in failures))

try:
    torch.compile(lambda x: (x + 1, torch._dynamo.graph_break()), backend="eager", fullgraph=True)(torch.ones(2))
except torch._dynamo.exc.Unsupported:
    [metrics] = utils.get_compilation_metrics()
    print(metrics.fail_type is not None, metrics.fail_reason is not None, metrics.has_guarded_code, metrics.fail_user_frame_lineno)
utils.counters.clear()
torch.compile(lambda x: len([1]), backend="eager")(3)
print(dict(utils.counters))

# What the backend raises is the compilation's error as well.
def failing(module, inputs):
    raise ValueError("the backend's own")

try:
    torch.compile(lambda x: x + 1, backend=failing)(torch.ones(2))
except torch._dynamo.exc.BackendCompilerFailed:
    print(utils.get_compilation_metrics()[-1].fail_type, torch._guards.CompileContext.current_compile_id())
"""


def case(t):
    programs.compare(PROGRAM)


# expect captured
# nothing
