"""`dynamic_shapes=` of torch.compile: variables as sizes and ints, in containers and of modules; ranges, computed sizes, assumptions."""

import inspect

import programs
import torch

# Prints the same with torch's front end and with Alternator.
PROGRAM = """
import torch
import torch._dynamo
from torch.fx.experimental.dynamic_spec import (
    DictSpec, IntVar, ObjectSpec, ParamsSpec, SeqSpec, ShapesSpec, ShapeVar, TensorSpec, dynamic_spec,
)

one = torch.ones
batch, even = ShapeVar("batch"), ShapeVar("even")

def run(what, function, spec, *calls, **settings):
    torch._dynamo.reset()
    graphs, out = [], []
    def backend(module, inputs):
        graphs.append(module)
        return module.forward
    try:
        compiled = torch.compile(function, backend=backend, dynamic_shapes=spec, **settings)
    except (TypeError, ValueError) as error:
        return print(what, type(error).__name__)
    for arguments in calls:
        arguments, keywords = (arguments, {}) if isinstance(arguments, tuple) else ((), arguments)
        try:
            out.append(tuple(compiled(*arguments, **keywords).shape))
        except (RuntimeError, AssertionError):
            out.append("refused")
    print(what, out, len(graphs) if "refused" not in out else "")

class Holder:
    def __init__(self, size):
        self.held = one(size)

@dynamic_spec({"x": TensorSpec([batch])})
def decorated(x):
    return x + 1

def breaks(x):
    y = x + 1
    torch._dynamo.graph_break()
    return y + x

plain = lambda x: x * 2 + x.shape[0]
of_x = ShapesSpec({"x": TensorSpec([batch])})
run("a size", plain, ShapesSpec({"x": TensorSpec([batch, None])}), (one(3, 2),), (one(5, 2),), (one(1, 2),), (one(0, 2),), (one(4, 3),))
run("ParamsSpec", plain, ParamsSpec({"x": TensorSpec([batch])}), (one(3),), (one(5),))
run("a dict", plain, {"x": TensorSpec([batch])}, (one(3),), (one(4),))
run("a range", plain, ShapesSpec({"x": TensorSpec([ShapeVar("r", min=2, max=6)])}), (one(3),), (one(6),), (one(9),))
run("a fixed size", plain, ShapesSpec({"x": TensorSpec([batch, 2])}), (one(3, 2),), (one(4, 2),), (one(3, 3),))
run("another rank", plain, of_x, (one(3, 2),))
run("one for two", lambda x, y: x + y, ShapesSpec({"x": TensorSpec([batch]), "y": TensorSpec([batch])}), (one(3), one(3)), (one(4), one(5)))
run("computed", lambda x, y: x.sum() + y.sum(), ShapesSpec({"x": TensorSpec([batch]), "y": TensorSpec([batch * 2])}), (one(3), one(6)), (one(4), one(9)))
run("assumed", plain, ShapesSpec({"x": TensorSpec([even])}, assumptions=[even % 2 == 0]), (one(4),), (one(6),), (one(5),))
run("of nothing", plain, ShapesSpec({"x": TensorSpec([even * 2])}), (one(4),))
run("an int", lambda x, n: x * n, ShapesSpec({"n": IntVar("n")}), (one(2), 3), (one(2), 4), (one(2), 1), (one(3), 1))
run("a range of ints", lambda x, n: x * n, ShapesSpec({"n": IntVar("n", min=0, max=5)}), (one(2), 3), (one(2), 9))
run("a fixed int", lambda x, n: x * n, ShapesSpec({"n": 3}), (one(2), 3), (one(2), 4))
run("the rest is static", lambda x, n: x * n, of_x, (one(2), 3), (one(2), 4), (one(2), 5), (one(5), 5))
run("a branch", lambda x: x + 1 if x.shape[0] > 3 else x, of_x, (one(2),), fullgraph=True)
run("in a dict", lambda d: d["a"] + 1, ShapesSpec({"d": DictSpec({"a": TensorSpec([batch])})}), ({"a": one(2)},), ({"a": one(3)},))
run("in a list", lambda d: d[0] + 1, ShapesSpec({"d": SeqSpec([TensorSpec([batch])])}), ([one(2)],), ([one(3)],))
run("an attribute", lambda k: k.held + 1, ShapesSpec({"k": ObjectSpec({"held": TensorSpec([batch])})}), (Holder(2),), (Holder(3),))
run("*args", lambda *args: args[0] + 1, ShapesSpec({"*args": [TensorSpec([batch])]}), (one(2),), (one(3),))
run("**kwargs", lambda **kw: kw["a"] + 1, ShapesSpec({"**kwargs": {"a": TensorSpec([batch])}}), {"a": one(2)}, {"a": one(3)})
run("dynamic too", plain, of_x, dynamic=True)
run("no spec", plain, 3)
run("a decorator", decorated, None, (one(3),), (one(4),))
run("twice", decorated, of_x)
run("a break", breaks, of_x, (one(3),), (one(4),), (one(5),))
"""

# torch compiles a module anew for another size.
OF_MODULES = """
import torch
import alternator
from torch.fx.experimental.dynamic_spec import ShapesSpec, ShapeVar, TensorSpec

for hooks in (False, True):
    module, graphs = torch.nn.Linear(2, 3), []
    if hooks:
        module.register_forward_hook(lambda *_: None)
    def backend(module, inputs):
        graphs.append(module)
        return module.forward
    shapes = ShapesSpec({"input": TensorSpec([ShapeVar("rows", max=9), None])})
    compiled = alternator.compile(module, backend=backend, dynamic_shapes=shapes)
    for rows in (3, 4, 1):
        assert compiled(torch.ones(rows, 2)).shape == (rows, 3)
    assert len(graphs) == 1, graphs
    try:
        compiled(torch.ones(10, 2))
    except RuntimeError as error:
        assert "rows is 10" in str(error), error
    else:
        raise AssertionError
"""


def case(t):
    if "dynamic_shapes" not in inspect.signature(torch.compile).parameters:
        return  # An earlier release.
    programs.compare(PROGRAM)
    programs.run(OF_MODULES)


# expect captured
# nothing
