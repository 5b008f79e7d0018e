"""Python code that runs beside a check of guards (a finaliser, a key's `__eq__`) gets nowhere near what it found."""

import gc
import sys
import threading

import torch


class Holder:
    pass


class Cycle:
    """Garbage that does something when it is collected."""

    def __init__(self, then):
        self.itself, self.then = self, then

    def __del__(self):
        self.then()


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.weights = torch.nn.ParameterList([torch.nn.Parameter(torch.ones(3)) for _ in range(100)])

    def forward(self, x, holder):
        for weight in self.weights:
            x = x + weight
        return x + holder.z


def collecting(number, then, call):
    """Calls with a collection after so many allocations, which runs `then`."""
    gc.disable()
    gc.collect()
    before = gc.get_threshold()
    try:
        Cycle(then)
        gc.set_threshold(number)
        gc.enable()
        return call()
    finally:
        gc.set_threshold(*before)
        gc.enable()


def finalisers(t):
    """A collection at each of the allocations of a hit, which replaces an input of the graph."""
    model = Model()
    compiled = t.compile(model)
    x, holder = torch.zeros(3), Holder()
    holder.z = torch.full((3,), 100.0)
    seen = []

    def change():
        holder.z = torch.full((3,), 100.0)
        seen.append([torch.full((3,), -1.0) for _ in range(20)])

    with torch.no_grad():
        t.equal(compiled(x, holder), torch.full((3,), 200.0))
        for number in range(1, 60):
            t.equal(collecting(number, change, lambda: compiled(x, holder)), torch.full((3,), 200.0))
    assert seen


class Same:
    """A key with the hash of another, which is asked whether it is the same."""

    def __init__(self, key, then):
        self.key, self.then = hash(key), then

    def __hash__(self):
        return self.key

    def __eq__(self, other):
        self.then()
        return NotImplemented


def read(box, table):
    return box[0] + table["key"]


def keys(t):
    compiled = t.compile(read)
    box = [torch.full((3,), 10.0)]
    t.equal(compiled(box, {1: 2, "key": torch.ones(3)}), torch.full((3,), 11.0))
    armed, asked = [], []

    @torch.compiler.disable
    def again():
        if armed:
            armed.clear()
            other = [torch.full((3,), 50.0)], {1: 2, "key": torch.ones(3)}
            t.equal(compiled(*other), torch.full((3,), 51.0))
            asked.append(other)

    for number in range(5):
        table = {Same("key", again): 2, "key": torch.full((3,), 1.0 * number)}
        armed.append(True)
        t.equal(compiled(box, table), torch.full((3,), number + 10.0))
    assert asked


class Local(threading.local):
    then = None

    def __init__(self):
        self.factor = 3
        if self.then is not None:
            self.then()


def threads(t):
    """A thread that comes to a thread-local for the first time runs its `__init__`, in the middle of a check."""
    local, x, holder = Local(), torch.ones(3), Holder()
    holder.z = torch.full((3,), 10.0)

    def fn(x, holder):
        return x * local.factor + holder.z

    compiled = t.compile(fn)
    t.equal(compiled(x, holder), torch.full((3,), 13.0))
    wrong, asked = [], []

    @torch.compiler.disable
    def again():
        asked.append(threading.get_ident())
        other = Holder()
        other.z = torch.full((3,), 50.0)
        t.equal(compiled(torch.full((3,), 2.0), other), torch.full((3,), 56.0))
        del other
        gc.collect()
        asked.append([torch.full((3,), -1.0) for _ in range(20)])

    Local.then = staticmethod(again)

    def work():
        for _ in range(3):
            found = compiled(x, holder)
            if not torch.equal(found, torch.full((3,), 13.0)):
                wrong.append(found)

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for _ in range(10):
            running = [threading.Thread(target=work) for _ in range(4)]
            for thread in running:
                thread.start()
            for thread in running:
                thread.join()
    finally:
        Local.then = None
        sys.setswitchinterval(before)
    assert asked and not wrong, wrong[:3]


def case(t):
    finalisers(t)
    keys(t)
    threads(t)
