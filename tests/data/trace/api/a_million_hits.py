"""A million cache hits leave memory and reference counts where they were."""

import gc
import os
import sys

import torch


def fn(table, key):
    return table[key] + 1


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = torch.nn.Sequential(*[torch.nn.Linear(1, 1) for _ in range(6)])
        self.table = {"k": 1.0}
        self.calls = 0

    def forward(self, x):
        return self.layers(x) * self.table["k"]


def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def case(t):
    # The graph's part is not what is measured: a backend that gives back the same tensor each time.
    answer = (torch.ones(1),)
    backend = lambda module, inputs: lambda *arguments: answer
    x, model = torch.ones(1), Model()
    arguments = ({"k": x}, "k")
    hit(t.compile(fn, backend=backend), arguments, (x, arguments, answer[0], fn, fn.__code__), lambda: None)

    def change():
        # What a hit relies on and what it does not; each is told of, where CPython tells.
        model.table["k"] = 1.0 + 0.0 * len(model.table)
        model.calls += 1

    # Numbers are everybody's.
    parts = [part for module in model.modules() for part in (module, vars(module), *vars(module).values())]
    parts = [part for part in parts if not isinstance(part, (int, type(None)))]
    held = (x, answer[0], Model, Model.forward, Model.forward.__code__, *parts)
    with torch.no_grad():
        hit(t.compile(model, backend=backend), (x,), held, change)


def hit(compiled, arguments, held, change):
    held = (*held, compiled)

    def counts():
        # What earlier cases left behind goes in steps, each of which lets go of more.
        while gc.collect():
            pass
        return [sys.getrefcount(it) for it in held], len(gc.get_objects())

    for _ in range(1000):
        compiled(*arguments)
        change()
    before, grown = counts(), []
    for _ in range(4):
        memory = resident()
        for number in range(250_000):
            compiled(*arguments)
            if number % 500 == 0:
                change()
        grown.append(resident() - memory)
    after = counts()
    assert after[0] == before[0], (before, after)
    assert abs(after[1] - before[1]) < 50, (before, after)
    # A byte lost at each hit would show in every quarter; what the process does once does not.
    assert min(grown) < 2**18, grown
