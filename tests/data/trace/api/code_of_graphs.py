# The engine itself writes the code of ordinary graphs, annotations included: torch's code generation is not run.

from unittest import mock

import torch
from torch.fx.graph import CodeGen


class Named(torch.Tensor):
    pass


class Layer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(4, 4)
        self.register_buffer("shift", torch.ones(4))

    def forward(self, x):
        return self.linear(x) * x.shape[0] + self.shift


def of_a_class(x):
    return x * 2


def case(t):
    written = {}

    def backend(module, inputs):
        with mock.patch.object(CodeGen, "_gen_python_code", side_effect=AssertionError("torch writes this code")):
            module.real_recompile()
        theirs = module.graph.python_code("self")
        assert (module.code, module._lineno_map) == (theirs.src, theirs._lineno_map), module.code + theirs.src
        names = dict(theirs.globals)
        exec(compile(theirs.src, "<theirs>", "exec", dont_inherit=True), names)
        assert module.forward.__annotations__ == names["forward"].__annotations__
        written.update(names["forward"].__annotations__)
        return module.forward

    # How torch begins a text the engine takes from torch, once in a process.
    t.compile(of_a_class)(torch.ones(2))
    layer = Layer()
    for dynamic in (False, True):
        x = torch.ones(3, 4)
        t.equal(t.compile(layer, backend=backend, dynamic=dynamic)(x), layer(x))
    assert set(written.values()) == {torch.Tensor, torch.nn.Parameter, torch.SymInt}, written
    x = torch.ones(3).as_subclass(Named)
    t.equal(t.compile(of_a_class, backend=backend)(x), of_a_class(x))
    assert Named in written.values()
