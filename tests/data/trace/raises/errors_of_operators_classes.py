"""Under fullgraph=True what an operator refuses is an error of the class that the operator raises, too."""

import alternator
import torch


def case(t):
    x = torch.ones(4, 4)
    for fn, error in (
        (lambda x: x[9], IndexError),
        (lambda x: x.sum(5), IndexError),
        (lambda x: x + torch.ones(3), RuntimeError),
    ):
        try:
            t.compile(fn, backend="eager", fullgraph=True)(x)
            raise AssertionError(f"{error.__name__} was not raised")
        except error as found:
            assert isinstance(found, alternator.errors.OperatorRaised), type(found)
            assert type(found).__name__ == "OperatorRaised" and str(found).startswith("an operator that raises"), found
    t.equal(t.compile(lambda x: x + 1, backend="eager")(x), x + 1)
