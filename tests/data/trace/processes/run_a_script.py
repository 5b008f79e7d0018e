"""`python -m alternator script.py args…` runs a script with torch.compile replaced."""

import tempfile

import programs

SCRIPT = """
import atexit
import os
import pickle
import sys
import helper
import torch
# The script's code knows the whole path, its arguments what was given; the main module is there to the end.
assert __file__ == sys._getframe().f_code.co_filename == os.path.abspath("script.py"), __file__
assert os.path.samefile(sys.argv[0], __file__) and __spec__ is None

class Kept:
    pass

atexit.register(lambda: print(pickle.loads(pickle.dumps(Kept)) is Kept))
assert __name__ == "__main__" and sys.argv[1:] == ["a", "--b"] and helper.value == 7

@torch.compile(backend="eager")
def f(x):
    return x + 1

linear = torch.nn.Linear(2, 2)
linear.compile(backend="eager")

def breaks(x):
    print("break")
    return x + 1

import torch._dynamo
from torch._dynamo.exc import Unsupported
assert torch._dynamo.explain(breaks)(torch.ones(2)).graph_break_count == 1
try:
    torch._dynamo.optimize_assert("eager")(breaks)(torch.ones(2))
except Unsupported as error:
    assert "script.py" in str(error), error
else:
    raise AssertionError("the break was not refused")
import alternator
with torch._dynamo.config.patch(cache_size_limit=3):
    assert alternator.config.recompile_limit == 3
assert alternator.config.recompile_limit == 8
torch._dynamo.reset()
assert alternator.counters()["graphs"] == 0
print(type(f).__module__, f(torch.ones(2)).tolist(), tuple(linear(torch.ones(1, 2)).shape))
"""


def case(t):
    with tempfile.TemporaryDirectory() as folder:
        with open(f"{folder}/helper.py", "w") as file:
            file.write("value = 7\n")
        done = programs.run(SCRIPT, *programs.REPLACED, arguments=["a", "--b"], folder=folder)
    t.equal(done.stdout.splitlines()[-2:], ["alternator._engine [2.0, 2.0] (1, 2)", "True"])


# expect captured
# nothing
