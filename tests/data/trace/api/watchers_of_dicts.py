"""The engine has one of CPython's few watchers of dicts, gives it back, and does without where none is left."""

import ctypes
import gc

import torch

import alternator

config = {"recompile_limit": 1000}
api = ctypes.pythonapi
callback = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
nothing = callback(lambda event, dictionary, key, value: 0)


def take_all():
    """All watchers that are left."""
    taken = []
    while True:
        try:
            number = api.PyDict_AddWatcher(nothing)
        except RuntimeError:
            return taken
        if number < 0:
            return taken
        taken.append(number)


def give_back(taken):
    for number in taken:
        api.PyDict_ClearWatcher(number)


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = torch.nn.Sequential(*[torch.nn.Linear(2, 2) for _ in range(6)])
        self.table = {"by": 1.0}

    def forward(self, x):
        return self.layers(x) * self.table["by"]


def use(t, model, x, compiled):
    for number in range(5):
        for _ in range(4):
            t.equal(compiled(x), model(x))
        model.table["by"] = number / 3
        t.equal(compiled(x), model(x))
        model.layers[number] = torch.nn.Linear(2, 2)
        t.equal(compiled(x), model(x))


def case(t):
    x = torch.randn(3, 2)
    if hasattr(api, "PyDict_AddWatcher"):
        alternator.reset()
        free = take_all()
        # None is left: everything is looked at.
        model = Model()
        use(t, model, x, t.compile(model))
        alternator.reset()
        give_back(free)
    model = Model()
    compiled = t.compile(model)
    use(t, model, x, compiled)
    if hasattr(api, "PyDict_AddWatcher"):
        left = take_all()
        assert len(left) == len(free) - 1, (left, free)
        give_back(left)
    # After a reset nobody is told of a dict that was watched, and the same function is compiled again.
    alternator.reset()
    if hasattr(api, "PyDict_AddWatcher"):
        again = take_all()
        assert again == free, (again, free)
        model.table["by"] = 8.0
        give_back(again)
    use(t, model, x, compiled)
    # Dicts that are watched go before their entry, and after it.
    table = model.table
    del model.table
    model.table = dict(table)
    del table
    gc.collect()
    use(t, model, x, compiled)
    del compiled
    gc.collect()
    model.table["by"] = 3.0
    del model
    gc.collect()
