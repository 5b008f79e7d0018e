"""Functions of `torch._dynamo.decorators.leaf_function`, whose code nobody looks into: a node takes and gives the leaves of trees. The
parameters of a module among the arguments are inputs of the graph, and get gradients."""

import inspect

import torch
from torch._dynamo.decorators import leaf_function


@leaf_function
def by_data(x, n=1):
    return (x + n,) if x.sum() > 0 else (x - n,)


@by_data.register_fake
def by_data_of_fakes(x, n=1):
    return (torch.empty_like(x),)


@leaf_function
def through_module(module, x):
    return (module(x) if x.sum() > 0 else module(x) * 2,)


@through_module.register_fake
def through_module_of_fakes(module, x):
    return (module(x),)


@leaf_function
def of_trees(named, listed):
    return {"sum": named["x"] + listed[0], "rest": [listed[1] * 2]}


@of_trees.register_fake
def of_trees_of_fakes(named, listed):
    return {"sum": torch.empty_like(named["x"]), "rest": [torch.empty_like(listed[1])]}


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = torch.nn.Linear(3, 3)

    def forward(self, x):
        (y,) = through_module(self.inner, x)
        (z,) = by_data(y, n=2)
        trees = of_trees({"x": z}, [x, y])
        return trees["sum"] - trees["rest"][0]


@leaf_function
def without_fake(x):
    return (x,)


# A leaf function that is called while a graph is compiled is an operator in later releases alone; in earlier ones, one that looks
# at data breaks the graph.
IS_OPERATOR = len(inspect.signature(leaf_function).parameters) > 1


def case(t):
    torch.manual_seed(0)
    model = Model()
    for backend in "eager", "aot_eager":
        compiled = t.compile(model, backend=backend, fullgraph=IS_OPERATOR)
        for sign in 1, -1:
            x = torch.full((3,), float(sign))
            t.equal(compiled(x), model(x))
            gradients = [torch.autograd.grad(of(x).sum(), list(model.parameters())) for of in (compiled, model)]
            t.equal(*gradients)
    if not IS_OPERATOR:
        return
    try:
        t.compile(without_fake)(torch.ones(2))
    except ValueError as error:
        assert "fake" in str(error), error
    else:
        raise AssertionError("a leaf function without a fake was called")
