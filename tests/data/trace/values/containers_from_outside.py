"""Containers, getters and wrappers that exist already: what is read of them is guarded, or left to CPython."""

import operator
import types
from collections import OrderedDict, deque

import torch


class Static:
    """Wrapped functions that are taken out of the class's dict."""

    @staticmethod
    def double(x):
        return x * 2

    @classmethod
    def name(cls):
        return cls.__name__


class Sub(torch.Tensor):
    pass


def read_only(x, view):
    return x * view["scale"], "other" in view, len(view), list(view), view.get("none", 3), [value for value in view.values()]


def views(x, keys, values, items):
    return x + len(keys), "scale" in keys, list(values), sorted(items), [key for key in keys]


def queue(x, queue):
    queue.append(x + 1)
    return queue.popleft() * queue[0], len(queue), queue.maxlen


def wrappers(x, static, bound):
    return static.__func__(x), static.__get__(None, Static)(x), bound.__func__(Static), bound.__get__(None, Static)()


def getters(x, first, both, call):
    return first((x, 1)) + 1, both({"a": x, "b": 2}), call(x)


def ordered(x, mapping):
    mapping.move_to_end("a")
    return x + mapping["a"], list(mapping), mapping.__dict__


def subclass(x):
    return x + 1


def ranges(x, numbers, part):
    return x[part], [n for n in numbers], numbers[1], part.start, len(numbers)


def cells(x, cell):
    cell.cell_contents = cell.cell_contents + 1
    return x + cell.cell_contents


def case(t):
    x = torch.randn(4)

    def check(fn, *arguments, graphs=None, other=(), **options):
        before = len(t.graphs)
        compiled = t.compile(fn, **options)
        for now in (arguments, arguments, *other):
            t.equal(compiled(x, *[make() for make in now]), fn(x, *[make() for make in now]))
        assert graphs is None or len(t.graphs) - before == graphs, (fn.__name__, len(t.graphs) - before)

    mapping = {"scale": 2.0, "b": 1}
    view = types.MappingProxyType(mapping)
    check(read_only, lambda: view, graphs=1, fullgraph=True)
    compiled = t.compile(read_only)
    t.equal(compiled(x, view), read_only(x, view))
    mapping["scale"] = 3.0
    mapping["other"] = 4
    t.equal(compiled(x, view), read_only(x, view))
    del mapping["b"]
    t.equal(compiled(x, view), read_only(x, view))

    check(views, mapping.keys, mapping.values, mapping.items)
    check(queue, lambda: deque([x, x + 2], 2), other=[[lambda: deque([x])]])
    check(wrappers, lambda: Static.__dict__["double"], lambda: Static.__dict__["name"], graphs=1, fullgraph=True)
    made = operator.itemgetter(0), operator.itemgetter("b", "a"), operator.methodcaller("clamp", min=0.5)
    check(getters, *[lambda getter=getter: getter for getter in made], graphs=1, fullgraph=True)
    again = [lambda getter=getter: getter for getter in (operator.itemgetter(0), operator.itemgetter("a"), operator.methodcaller("sum", 0))]
    check(getters, *[lambda getter=getter: getter for getter in made], graphs=2, other=[again])
    check(ordered, lambda: OrderedDict(a=1, b=2), other=[[lambda: OrderedDict(b=1, a=2)], [lambda: OrderedDict(a=1)]])
    check(ranges, lambda: range(1, 4), lambda: slice(1, 3), graphs=2, other=[[lambda: range(2), lambda: slice(None)]], dynamic=False)
    check(cells, lambda: types.CellType(5), graphs=2, other=[[lambda: types.CellType(6)]], dynamic=False)

    cell = types.CellType(1)
    t.equal(t.compile(cells)(x, cell), x + 2)
    assert cell.cell_contents == 2
    try:
        t.compile(cells)(x, types.CellType())
    except ValueError as error:
        assert str(error) == "Cell is empty"
    else:
        raise AssertionError("an empty cell has no contents")

    special = x.as_subclass(Sub)
    assert type(t.compile(subclass)(special)) is Sub
