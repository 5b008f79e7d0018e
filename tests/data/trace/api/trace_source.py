"""`ALTERNATOR_LOGS=trace_source` prints each source line when the trace comes to it, calls that are inlined too."""

import tempfile

import programs

SCRIPT = """import torch, alternator

def inner(x):
    return x + 1

def fn(x):
    y = inner(x)
    return y * 2

alternator.compile(fn, backend="eager")(torch.ones(2))
"""

EXPECTED = """TRACE starts_line {file}:6 in fn (fn)
    def fn(x):
TRACE starts_line {file}:7 in fn (fn)
        y = inner(x)
TRACE starts_line {file}:3 in inner (inner) (inline depth: 1)
    def inner(x):
TRACE starts_line {file}:4 in inner (inner) (inline depth: 1)
        return x + 1
TRACE starts_line {file}:8 in fn (fn)
        return y * 2
"""


def case(t):
    with tempfile.TemporaryDirectory() as folder:
        said = programs.run(SCRIPT, folder=folder, ALTERNATOR_LOGS="trace_source").stderr
    marked = [line for line in said.splitlines() if "[__trace_source]" in line]
    found = "".join(line.split("[__trace_source] ", 1)[1] + "\n" for line in marked)
    t.equal(found, EXPECTED.format(file=f"{folder}/script.py"))


# expect captured
# nothing
