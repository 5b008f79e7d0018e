"""What is compiled for a backend that a stance forces serves calls under that backend, and no others."""

import gc
import weakref

import torch

import alternator


class Counting:
    """A backend that adds a number of its own to what the graph gives."""

    def __init__(self, number):
        self.number, self.compiled = number, 0

    def __call__(self, module, inputs):
        self.compiled += 1
        number = self.number  # what is compiled does not keep the backend
        return lambda *arguments: tuple(result + number for result in module(*arguments))


def fn(x):
    return inner(x) + 1


def inner(x):
    print(end="")
    return x * 2


def shared(x):
    return x - 1


def case(t):
    x = torch.ones(2)
    own, other = Counting(100), Counting(1000)
    for begin_forced in (False, True):
        alternator.reset()
        own.compiled = other.compiled = 0
        f = alternator.compile(fn, backend=own)
        for forced in [begin_forced, not begin_forced] * 3:
            if forced:
                with alternator.set_stance(force_backend=other):
                    assert f(x).tolist() == [2003.0] * 2, f(x)
            else:
                assert f(x).tolist() == [203.0] * 2, f(x)
        # Both are found again: two graphs, on either side of the break.
        assert own.compiled == other.compiled == 2, (own.compiled, other.compiled)

    # Compiled in the middle of it, and entered where another backend is forced later.
    third = Counting(5)
    with alternator.set_stance(force_backend=other):
        g = alternator.compile(shared, backend=own)
        assert g(x).tolist() == [1000.0] * 2
        with alternator.set_stance(force_backend=third):
            assert g(x).tolist() == [5.0] * 2
        with alternator.set_stance(force_backend=None):
            assert g(x).tolist() == [100.0] * 2
        assert g(x).tolist() == [1000.0] * 2
        with alternator.optimize(own):
            assert shared(x).tolist() == [1000.0] * 2
    assert g(x).tolist() == [100.0] * 2
    assert (third.compiled, own.compiled, other.compiled) == (1, 3, 3)

    # torch's word for it does the same.
    with torch.compiler.set_stance(force_backend=third):
        assert g(x).tolist() == [5.0] * 2
    assert g(x).tolist() == [100.0] * 2 and third.compiled == 1

    # Neither the stance nor the engine keeps the backend.
    gone = weakref.ref(third)
    del third
    gc.collect()
    assert gone() is None
    assert g(x).tolist() == [100.0] * 2


# expect captured
# in pieces
