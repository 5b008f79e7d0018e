"""A break that torch's front end has as well is of the kind that torch names, with torch's title, hints and page."""

import programs

PROGRAM = """
import copy
import sys
import time
import torch
import torch._dynamo
from torch._dynamo.comptime import comptime

RELEASE = tuple(map(int, torch.__version__.split(".")[:2]))
x = torch.ones(3)

@torch.compiler.disable
def disabled(x):
    return x

def loops(x):
    for _ in range(3):
        x = x + 1
        torch._dynamo.graph_break()
    return x

PROGRAMS = [
    lambda x: x + 1 if x.sum() > 0 else x,
    lambda x: (x + 1, torch._dynamo.graph_break()),
    lambda x: (x + 1, comptime.graph_break()),
    lambda x: disabled(x),
    lambda x: print(x.sum(), end=""),
    lambda x: (x + 1, open("/dev/null")),
    lambda x: x + sys.getrefcount(x),
    lambda x: (x + 1, __import__("colorsys")),
    lambda x: torch._dynamo.skip_frame(),
    lambda x: {}["a"],
    lambda x: x.is_inference(),
    lambda x: (x + 1, setattr(x, "requires_grad", True)),
    lambda x: x.tolist(),
    lambda x: (x * 1).sum().backward(),
    loops,
]
if RELEASE >= (2, 15):  # Before, it is any function that is skipped.
    PROGRAMS.append(lambda x: x + time.time())
    # Earlier releases name some of these otherwise.
    PROGRAMS += [
        lambda x: x + x.sum().item(),
        lambda x: eval("x + 1"),
        lambda x: exec("x + 1"),
        lambda x: torch.save(x, "/dev/null"),
        lambda x: torch.load("/dev/null"),
        lambda x: torch.manual_seed(1),
        lambda x: copy.deepcopy(x),
        lambda x: x.to_sparse(),
    ]
for number, program in enumerate(PROGRAMS):
    torch._dynamo.reset()
    try:
        torch.compile(program, backend="eager", fullgraph=True)(x.clone())
    except torch._dynamo.exc.Unsupported as error:
        page = str(error).partition("https://meta-pytorch.github.io/")[2].partition(".html")[0]
        print(number, error.gb_type, page)
        assert error.gb_type in str(error), str(error)
        assert error.real_stack[0].lineno in (program.__code__.co_firstlineno, program.__code__.co_firstlineno + 3)
    else:
        print(number, "captured")
"""

EXPLAINED = """
import torch
import torch._dynamo

def breaks(x):
    x = x + 1
    print(end="")
    x = x * 2
    torch._dynamo.graph_break()
    return x - 1

explained = torch._dynamo.explain(breaks)(torch.ones(2))
assert [reason.gb_type for reason in explained.break_reasons] == [
    "Failed to trace builtin operator", "Call to `torch._dynamo.graph_break()`"
], explained
for reason in explained.break_reasons:
    assert reason.hints and reason.hints[-1].startswith("see https://"), reason.hints
    for hint in reason.hints:
        assert hint in str(explained), str(explained)
assert explained.break_reasons[1].hints[0] == "Remove the `torch._dynamo.graph_break()` call.", explained.break_reasons[1].hints
"""


def case(t):
    programs.compare(PROGRAM)
    programs.run(EXPLAINED, *programs.REPLACED)


# expect captured
# nothing
