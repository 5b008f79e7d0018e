"""An int that is a float at another call, and a float that is an int, have changed: the second is a symbol at once."""

import alternator
import torch


def case(t):
    def times(x, number):
        return x * number

    for numbers in ((3, 0.5, 1.5, 2.5), (0.5, 3, 4, 5)):
        alternator.reset()
        before, compiled = len(t.graphs), t.compile(times)
        for number in numbers:
            t.equal(compiled(torch.ones(2), number), times(torch.ones(2), number))
        assert len(t.graphs) - before == 2, (numbers, len(t.graphs) - before)
