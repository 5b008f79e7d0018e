"""Two threads compile under settings that only rest: both get one context, which lives as long as either needs it."""

import threading

import torch
from alternator import context as contexts


def first(x):
    return x + 1


def second(x):
    return x * 2


def third(x):
    return x - 1


def backend(module, inputs):
    return module.forward


def case(t):
    import alternator

    for gone, left in ((second, third), (third, second)):
        # Nothing is compiled under the settings when the threads begin.
        alternator.compile(first, backend=backend)(torch.ones(2))
        both_made, compiled = threading.Barrier(2), {}

        def make_beside_another(plain=contexts.Context, both_made=both_made, **settings):
            made = plain(**settings)
            both_made.wait(60)
            return made

        def work(fn, compiled=compiled):
            compiled[fn] = alternator.compile(fn, backend=backend)

        plain, contexts.Context = contexts.Context, make_beside_another
        try:
            threads = [threading.Thread(target=work, args=(fn,)) for fn in (second, third)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        finally:
            contexts.Context = plain
        del compiled[gone]
        t.equal(compiled[left](torch.ones(3)), left(torch.ones(3)))
        assert not alternator.api._engine.faults()
        alternator.reset()


# expect captured
# whole
