"""Wrappers of the same code with the same backend and settings share what was compiled, also when none of them lives."""

import dataclasses
import gc
import sys
import weakref

import torch


def fn(x):
    return x * 2 + 1


def breaks(x):
    y = x + 1
    print(end="")
    return y * 2


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(2, 2)

    def forward(self, x):
        return self.linear(x).relu()


class Counting:
    def __init__(self):
        self.graphs = 0

    def __call__(self, module, inputs):
        self.graphs += 1
        return module.forward

    def method(self, module, inputs):
        return self(module, inputs)


@dataclasses.dataclass
class Equal:
    number: int
    counting: object = dataclasses.field(compare=False)

    def __call__(self, module, inputs):
        return self.counting(module, inputs)


def in_a_loop(t):
    x = torch.ones(2)
    backend = Counting()
    for _ in range(20):
        t.equal(t.compile(fn, backend=backend)(x), fn(x))
    assert backend.graphs == 1, backend.graphs
    for _ in range(5):
        t.equal(t.compile(fn, backend=backend, dynamic=True)(x), fn(x))
    assert backend.graphs == 2, backend.graphs
    for _ in range(5):
        t.equal(t.compile(fn, backend=backend.method)(x), fn(x))
    assert backend.graphs == 3, backend.graphs
    for _ in range(5):
        t.equal(t.compile(breaks, backend=backend)(x), (x + 1) * 2)
    assert backend.graphs == 5, backend.graphs
    model = Model()
    for _ in range(5):
        t.equal(t.compile(model, backend=backend)(x), model(x))
    assert backend.graphs == 6, backend.graphs
    # As torch does, backends that are equal are taken for one.
    first = Equal(1, backend)
    t.equal(t.compile(fn, backend=first)(x), fn(x))
    for number in (1, 1, 2, 1):
        t.equal(t.compile(fn, backend=Equal(number, backend))(x), fn(x))
    assert backend.graphs == 8, backend.graphs
    assert first.number == 1
    for _ in range(3):
        t.equal(t.compile(fn, backend=backend, isolate_recompiles=True)(x), fn(x))
    assert backend.graphs == 11, backend.graphs


def one_goes(t):
    """A wrapper that dies leaves the entries to another that lives, and to one that comes."""
    x, backend = torch.ones(2), Counting()
    first, second = t.compile(fn, backend=backend), t.compile(fn, backend=backend)
    t.equal(first(x), fn(x))
    del first
    gc.collect()
    t.equal(second(x), fn(x))
    assert backend.graphs == 1
    del second
    gc.collect()
    t.equal(t.compile(fn, backend=backend)(x), fn(x))
    assert backend.graphs == 1


def backends_end(t):
    """What was compiled by a backend ends with the last one who knows the backend."""

    class Kept:
        pass

    x, kept = torch.ones(2), []

    def make():
        thing = Kept()
        kept.append(weakref.ref(thing))

        def backend(module, inputs):
            def run(*arguments):
                assert thing is not None
                return module.forward(*arguments)

            return run

        return backend

    for _ in range(3):
        backend = make()
        t.equal(t.compile(fn, backend=backend)(x), fn(x))
        del backend
    gc.collect()
    assert [reference() for reference in kept] == [None] * 3
    backend = make()
    t.equal(t.compile(fn, backend=backend)(x), fn(x))
    gc.collect()
    assert kept[-1]() is not None
    del backend
    gc.collect()
    assert kept[-1]() is None


def code_ends(t):
    """So does what was compiled for a function that is gone, resume functions included."""
    x, gone, backend = torch.ones(2), [], Counting()
    for number in range(3):
        space = {"torch": torch}
        exec(compile(f"def made(x):\n    y = x + {number}\n    print(end='')\n    return y * 2\n", __file__, "exec"), space)
        made = space.pop("made")
        t.equal(t.compile(made, backend=backend)(x), (x + number) * 2)
        gone.append(weakref.ref(made.__code__))
        del made, space
    gc.collect()
    assert [reference() for reference in gone] == [None] * 3, gone
    assert backend.graphs == 6


def in_cycles(t):
    """A cycle through a wrapper and its entries is collected."""

    class Thing:
        pass

    x, backend = torch.ones(2), Counting()
    thing = Thing()

    def inner(x):
        return x + 1 if thing else x

    thing.compiled = t.compile(inner, backend=backend)
    t.equal(thing.compiled(x), x + 1)
    gone = weakref.ref(thing)
    del thing, inner
    gc.collect()
    assert gone() is None


def memory(t):
    """Nothing is left of a loop of compiles."""
    x, backend = torch.ones(2), Counting()

    def once(number):
        t.compile(fn, backend=backend)(x)
        other = lambda module, inputs: module.forward  # noqa: E731 - another at each turn
        t.compile(fn, backend=other)(x)

    # Dicts that have yet to find their size grow in the first turns.
    for number in range(70):
        once(number)
    grown = []
    for _ in range(3):  # what is left at each turn is left in each of them
        gc.collect()
        before = sys.getallocatedblocks()
        for number in range(150):
            once(number)
        gc.collect()
        grown.append(sys.getallocatedblocks() - before)
    assert min(grown) < 150, f"{grown} blocks in 150 turns each"


def case(t):
    in_a_loop(t)
    one_goes(t)
    backends_end(t)
    code_ends(t)
    in_cycles(t)
    memory(t)
