"""Classes, functions and code that a trace looked at can die; a graph's source goes with the graph."""

import gc
import linecache
import weakref

import torch
from torch.fx import graph_module as torch_graph_module

import alternator


def classes(t):
    def make():
        class Point:
            def __init__(self, x):
                self.x = x

            def twice(self):
                return self.x * 2

        return Point

    def fn(point):
        return point.twice() + 1

    compiled = t.compile(fn)
    gone = []
    for _ in range(3):
        Point = make()
        x = torch.ones(2)
        t.equal(compiled(Point(x)), x * 2 + 1)
        gone += [weakref.ref(Point), weakref.ref(Point.twice), weakref.ref(Point.twice.__code__)]
        del Point
    gc.collect()
    # Code that is made anew by one `def` is one.
    assert [type(reference()) for reference in gone[::3]] == [type(None)] * 3, gone
    assert [type(reference()) for reference in gone[1::3]] == [type(None)] * 3, gone


def functions(t):
    """An inlined function and its code, and the function that was compiled."""
    space = {"torch": torch}
    source = "def inner(x):\n    return x + 1\n\ndef outer(x):\n    return inner(x) * 2\n"
    exec(compile(source, __file__, "exec"), space)
    x = torch.ones(2)
    compiled = t.compile(space["outer"])
    t.equal(compiled(x), (x + 1) * 2)
    gone = [weakref.ref(space["inner"].__code__), weakref.ref(space["outer"].__code__)]
    space.clear()
    del compiled
    alternator.reset()
    gc.collect()
    assert [reference() for reference in gone] == [None, None], gone


def sources(t):
    def backend(module, inputs):
        return module.forward

    def made():
        return [name for name in linecache.cache if name.startswith("<eval_with_key>")]

    def fn(x):
        return x.sin() + 1

    def body(x):
        return torch.cond(x.sum() > 0, lambda x: x + 1, lambda x: x - 1, (x,))

    # Run eagerly, `cond` leaves what torch's own front end compiled.
    expected = {function: function(torch.ones(2)) for function in (fn, body)}
    gc.collect()
    before = len(made()), len(torch_graph_module._loader.eval_cache)
    for function in (fn, body):
        for _ in range(5):
            compiled = t.compile(function, backend=lambda module, inputs: backend(module, inputs))
            t.equal(compiled(torch.ones(2)), expected[function])
            assert len(made()) > before[0]
            del compiled
    alternator.reset()
    gc.collect()
    after = len(made()), len(torch_graph_module._loader.eval_cache)
    assert after == before, (before, after, [torch_graph_module._loader.eval_cache.get(name) for name in made()])


def errors_show_lines(t):
    """While the graph lives, a traceback shows its lines."""
    import traceback

    graphs = []

    def backend(module, inputs):
        graphs.append(module)
        return module.forward

    def fn(x, y):
        return x @ y

    compiled = t.compile(fn, backend=backend, dynamic=False)
    compiled(torch.ones(2, 2), torch.ones(2, 2))
    try:
        graphs[0].forward(torch.ones(2, 2), torch.ones(3, 3))
    except RuntimeError as error:
        text = "".join(traceback.format_exception(error))
        assert "@" in text.split("<eval_with_key>")[1], text
    else:
        raise AssertionError("multiplied")


def case(t):
    classes(t)
    functions(t)
    sources(t)
    errors_show_lines(t)
