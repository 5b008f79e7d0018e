"""A panic inside the engine: one warning, and the program runs as written."""

import programs

SCRIPT = """
import warnings
import torch
import alternator

@alternator.compile(backend="eager")
def f(x):
    return x + 1

@alternator.compile(backend="eager", fullgraph=False)
def g(x):
    return f(x) * 2

with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    for _ in range(3):
        assert f(torch.ones(2)).tolist() == [2.0, 2.0]
        assert g(torch.ones(2)).tolist() == [4.0, 4.0]
print(len(caught), caught[0].category.__name__, "injected" in str(caught[0].message))
"""


def case(t):
    t.equal(programs.run(SCRIPT, ALTERNATOR_INJECT_PANIC="compile").stdout, "1 RuntimeWarning True\n")


# expect captured
# nothing
