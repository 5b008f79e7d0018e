"""TORCH_LOGS and torch._logging.set_logs: what torch's front end writes comes from Alternator, through torch's loggers."""

import re

import programs

PROGRAM = """
import torch

def breaks(x):
    y = x + 1
    print(end="")
    return y * 2

compiled = torch.compile(breaks, backend="eager")
compiled(torch.ones(2)), compiled(torch.ones(3))
"""

SWITCHED = """
import logging
import torch

said = []
class Kept(logging.Handler):
    def emit(self, record):
        said.append((record.name, record.levelname, record.getMessage()))

logging.getLogger("torch").addHandler(Kept())
logging.getLogger("torch._dynamo").addHandler(Kept())
torch.compile(lambda x: x + 1, backend="eager")(torch.ones(2))
assert not said, said
torch._logging.set_logs(graph_code=True)
torch.compile(lambda x: x + 2, backend="eager")(torch.ones(2))
assert [name for name, *_ in said] == ["torch._dynamo.output_graph.__graph_code"], said
assert said[0][1] == "DEBUG" and "TRACED GRAPH" in said[0][2], said
torch._logging.set_logs()
torch.compile(lambda x: x + 3, backend="eager")(torch.ones(2))
assert len(said) == 1
"""

TOPICS = (
    "graph", "graph_code", "graph_sizes", "guards", "recompiles", "graph_breaks", "bytecode", "trace_source", "trace_bytecode",
    "trace_call",
)  # fmt: skip


def case(t):
    named = []
    for options in (), programs.REPLACED:
        said = programs.run(PROGRAM, *options, TORCH_LOGS=",".join(TOPICS)).stderr
        named.append({topic for topic in re.findall(r"\[__(\w+)\]", said)})
    assert named[0] <= named[1] == set(TOPICS), named
    # Each line as torch formats it.
    line = next(line for line in said.splitlines() if "TRACED GRAPH" in line)
    assert re.match(r"V\d{4} [\d:.]+ \d+ .*\[__graph\w*\]", line), line
    for options in (), programs.REPLACED:
        said = programs.run(PROGRAM, *options, TORCH_LOGS="dynamic,dynamo").stderr
        assert "torchdynamo start tracing breaks" in said and "calling compiler function eager" in said, said
        assert re.search(r"create_symbol s\d+ = 3 for L\['x'\]", said), said
    programs.run(SWITCHED, *programs.REPLACED)
    said = programs.run(PROGRAM, *programs.REPLACED, TORCH_LOGS="ddp_graphs").stderr
    assert "'ddp_graphs' has nothing from Alternator" in said, said
    said = programs.run("import alternator\n", status=1, ALTERNATOR_LOGS="graph_brakes").stderr
    assert "did you mean 'graph_breaks'?" in said, said


# expect captured
# nothing
