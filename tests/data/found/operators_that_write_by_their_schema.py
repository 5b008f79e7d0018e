"""An operator of the program's writes into its argument; its function for fakes does nothing, so that the schema alone tells. Found
by hand: where something raised later, the frame ran as written without taking the write back, and wrote twice."""

import torch

NAMESPACE = "alternator_found_written"

handled = []


def gives_up(y, out):
    out.add_(y)
    raise ValueError("in the middle")


def raises_later(x, weight, index):
    torch.ops.alternator_found_written.increase(x, weight.detach())
    try:
        return x[index] * weight[0]
    except IndexError:
        handled.append(1)
        return x


def raises_itself(x, weight, index):
    try:
        torch.ops.alternator_found_written.give_up.default(weight.detach(), out=x)
    except ValueError:
        handled.append(2)
    return x + 1


def takes_a_leaf(x, weight, index):
    """The tensor that requires gradients is not the one that is written."""
    torch.ops.alternator_found_written.increase(x, weight)
    return x * 2


def case(t):
    with torch.library._scoped_library(NAMESPACE, "FRAGMENT") as library:
        library.define("increase(Tensor(a!) x, Tensor y) -> ()")
        library.impl("increase", lambda x, y: (x.add_(y), None)[1], "CPU")
        library.impl("increase", lambda x, y: None, "Meta")
        library.define("give_up(Tensor y, *, Tensor(a!) out) -> ()")
        library.impl("give_up", gives_up, "CPU")
        library.impl("give_up", lambda y, out: None, "Meta")
        compare(t)


def compare(t):
    weight = torch.ones(3, requires_grad=True)
    for function in raises_later, raises_itself, takes_a_leaf:
        for index in 1, 2, 10:
            x, other = torch.arange(3.0), torch.arange(3.0)
            with torch.set_grad_enabled(function is not takes_a_leaf):
                compiled = t.compile(function)
                t.equal(compiled(x, weight, torch.tensor(index)), function(other, weight, torch.tensor(index)))
            t.equal(x, other)
