"""Plans, written by hand, become code that does what they say."""

import functools
import sys
import types
from collections import OrderedDict

from hook_support import engine, without_torch

without_torch()


def with_code(function, code):
    new = types.FunctionType(code, function.__globals__, function.__name__, function.__defaults__, function.__closure__)
    new.__kwdefaults__ = function.__kwdefaults__
    return new


def callee(node):
    """What a call has on the stack before its arguments: the null stands behind the callable since 3.13."""
    return [node, None] if sys.version_info >= (3, 13) else [None, node]


class Plan:
    """A plan, built up: methods return the number of what they add."""

    def __init__(self):
        self.parts = {"sources": [], "nodes": [], "effects": [], "stack": [], "locals": []}

    def source(self, *entry):
        # Sources are interned: the same entry has the same number.
        return self._add("sources", entry, again=False)

    def node(self, *entry):
        return self._add("nodes", entry)

    def effect(self, *entry):
        return self._add("effects", entry)

    def read(self, *entry):
        return self.node("source", self.source(*entry))

    def _add(self, part, entry, again=True):
        if not again:
            for number, other in enumerate(self.parts[part]):
                if len(other) == len(entry) and all(a is b or type(a) is int and a == b for a, b in zip(other, entry)):
                    return number
        self.parts[part].append(entry)
        return len(self.parts[part]) - 1

    def function(self, function, exit, globals=None, **more):
        self.generation = engine.CodeGeneration()
        plan = {**self.parts, "exit": exit, **more}
        made = with_code(function, self.generation.generate(function.__code__, plan, globals))
        return to_its_end(made) if exit[0] == "break" else made


def to_its_end(function):
    """The function, going on after a break as the hook does."""

    def run(*arguments):
        found = function(*arguments)
        while isinstance(found, engine.Continuation):
            found = found()
        return found

    return run


CASES = []


def case(function):
    CASES.append(function)
    return function


def target(a, b=2, *rest, key=None):
    return a


class Thing:
    limit = 3

    def __init__(self, **state):
        self.__dict__.update(state)

    def method(self):
        return self

    def __setattr__(self, name, value):
        raise AssertionError("the override ran again")


@case
def constants_and_arguments():
    p = Plan()
    marker = object()
    pair = p.node("tuple", [p.node("constant", marker), p.read("local", 0), p.read("local", 2), p.read("local", 3)])
    # *rest comes behind the keyword-only parameters.
    assert p.function(target, ("return", pair))(1, 2, 3, key=4) == (marker, 1, 4, (3,))


@case
def a_value_used_twice_is_built_once():
    p = Plan()
    inner = p.node("list", [p.read("local", 0)])
    outer = p.node("tuple", [inner, inner, p.node("dict", [(p.node("constant", "k"), inner)])])
    a, b, c = p.function(target, ("return", outer))(5)
    assert a == [5] and a is b and c == {"k": a} and c["k"] is a


@case
def displays_and_slices():
    p = Plan()
    one, two, three = (p.node("constant", n) for n in (1, 2, 3))
    parts = [
        p.node("set", [one, two]),
        p.node("slice", one, two, None),
        p.node("slice", one, two, three),
        p.node("call", p.node("constant", functools.partial), [p.node("constant", max), one], [("key", two)]),
    ]
    found = p.function(target, ("return", p.node("list", parts)))(0)
    assert found[:3] == [{1, 2}, slice(1, 2), slice(1, 2, 3)]
    assert (found[3].func, found[3].args, found[3].keywords) == (max, (1,), {"key": 2})


@case
def the_graph():
    p = Plan()
    x, y = p.read("local", 0), p.read("local", 1)
    outputs = [p.node("output", 1), p.node("output", 0), p.node("output", 1)]
    seen = []

    def graph(*inputs):
        seen.append(inputs)
        return [[inputs[0]], inputs[1]]

    function = p.function(target, ("return", p.node("tuple", outputs)), graph=(graph, [x, y, x]))
    assert function(1, 2) == (2, [1], 2) and seen == [(1, 2, 1)]
    p = Plan()
    assert p.function(target, ("return", p.node("constant", None)), graph=(graph, [p.read("local", 0)] * 2))(1) is None


@case
def sources():
    def with_defaults(x=7, *, y=8):
        return x, y, marker

    marker = ["cell"]
    thing = Thing(name="n", items=[1, (2, 3)], table={"k": "v", 5: 6})
    p = Plan()
    me = p.source("local", 0)
    state = p.source("instance_dict", me)
    items = p.source("dict_item", state, "items")
    table = p.source("dict_item", state, "table")
    function = p.source("held", with_defaults)
    method = p.source("held", thing.method)
    cell = p.source("function_closure", function, 0)
    read = [
        ("attribute", me, "limit"),
        ("dict_item", state, "name"),
        ("item", p.source("item", items, 1), 0),
        ("dict_item", table, "k"),
        ("dict_item", table, 5),
        ("dict_key", table, 1),
        ("type", me),
        ("function_default", function, 0),
        ("function_keyword_default", function, "y"),
        ("cell_contents", cell),
        ("function_code", function),
        ("dict_item", p.source("function_globals", function), "CASES"),
        ("method_function", method),
        ("method_self", method),
        ("dict_item", p.source("function_globals", p.source("function")), "CASES"),
        ("slot", p.source("type", me), type.__dict__["__name__"] if "__name__" in type.__dict__ else None),
    ]
    nodes = [p.read(*entry) for entry in read]
    found = p.function(target, ("return", p.node("list", nodes)))(thing)
    assert found == [
        3, "n", 2, "v", 6, 5, Thing, 7, 8, marker, with_defaults.__code__, CASES, Thing.method, thing, CASES, "Thing",
    ], found
    assert found[9] is marker


@case
def sources_are_read_before_the_effects():
    thing = Thing(x="before")
    p = Plan()
    me = p.source("local", 0)
    x = p.read("dict_item", p.source("instance_dict", me), "x")
    p.effect("set_attribute", p.node("source", me), "x", p.node("constant", "after"))
    p.effect("set_attribute", p.node("source", me), "y", x)
    assert p.function(target, ("return", x))(thing) == "before"
    assert (thing.x, thing.y) == ("after", "before")


@case
def effects():
    thing = Thing(x=1, gone=2)
    table, ordered, items, names = {"a": 1, "b": 2}, OrderedDict(a=1, b=2), [1, 2, 3], {1, 2}
    calls = []
    p = Plan()
    hold = lambda value: p.node("constant", value)
    p.effect("delete_attribute", hold(thing), "gone")
    p.effect("set_attribute", hold(Thing), "limit", hold(4))
    p.effect("set_item", hold(table), hold("c"), hold(3))
    p.effect("delete_item", hold(table), hold("a"))
    p.effect("replace_contents", hold(ordered), p.node("dict", [(hold("z"), hold(1)), (hold("a"), hold(2))]))
    p.effect("replace_contents", hold(names), p.node("set", [hold(9)]))
    p.effect("replace_items", hold(items), p.node("list", [hold(7), hold(items)]))
    p.effect("call", hold(calls.append), [hold("called")])
    p.function(target, ("return", hold(None)))(0)
    assert Thing.limit == 4
    Thing.limit = 3
    assert vars(thing) == {"x": 1} and table == {"b": 2, "c": 3}
    assert list(ordered.items()) == [("z", 1), ("a", 2)] and names == {9}
    assert items[0] == 7 and items[1] is items and calls == ["called"]


@case
def cells_and_functions():
    def outer(a):
        def inner():
            return a, extra
        extra = 1
        return inner

    p = Plan()
    code = next(const for const in outer.__code__.co_consts if isinstance(const, types.CodeType))
    names = outer.__code__.co_varnames + tuple(n for n in outer.__code__.co_cellvars if n not in outer.__code__.co_varnames)
    cells = {name: p.node("frame_cell", names.index(name)) for name in ("a", "extra")}
    fresh = p.node("new_cell")
    p.effect("set_cell", cells["extra"], p.node("constant", "set"))
    p.effect("set_cell", fresh, p.node("constant", "fresh"))
    one = p.node("tuple", [cells[name] for name in code.co_freevars])
    other = p.node("tuple", [fresh, fresh])
    functions = [p.node("function", code, globals(), None, None, closure, None) for closure in (one, other)]
    first, second = p.function(outer, ("return", p.node("tuple", functions)))("argument")
    assert first() == ("argument", "set") and second() == ("fresh", "fresh")


@case
def an_exception():
    error = ValueError("text")
    p = Plan()
    try:
        p.function(target, ("raise", p.node("constant", error)))(0)
    except ValueError as caught:
        assert caught is error and caught.__traceback__.tb_next.tb_lineno == target.__code__.co_firstlineno
    else:
        raise AssertionError("nothing was raised")


def position(function, *names, count=0):
    """The index of the n-th instruction of one of these names."""
    import dis

    found = [i for i in dis.get_instructions(function) if i.opname != "EXTENDED_ARG"]
    return [index for index, i in enumerate(found) if i.opname in names][count]


@case
def a_break_in_an_expression():
    def function(a, b):
        c = [a]
        try:
            d = a + b
        except TypeError as error:
            return "handled", str(error), a, c
        return d, a, b, c

    at = position(function, "BINARY_OP")
    for held in (None, globals()):
        p = Plan()
        one, two = p.read("local", 0), p.read("local", 1)
        c = p.node("list", [one])
        # The stack at the addition, and `a` and `b` exchanged on the way.
        break_at = dict(stack=[one, two], locals=[(0, two), (1, one), (2, c)])
        new = p.function(function, ("break", at), held, **break_at)
        assert new(1, 2) == (3, 2, 1, [1])
        assert new(1, "x")[0] == "handled" and new(1, "x")[2:] == ("x", [1])


@case
def a_break_under_a_null():
    def function(a):
        return max(len(a), a[0])

    p = Plan()
    call, value = p.node("constant", max), p.node("constant", 2)
    at = position(function, "BINARY_SUBSCR", "BINARY_OP")
    a = p.read("local", 0)
    new = p.function(function, ("break", at), stack=[*callee(call), value, a, p.node("constant", 0)], locals=[(0, a)])
    assert new([5, 6]) == 5 and new([1, 6]) == 2


@case
def a_deleted_argument():
    def function(a):
        b = a
        del a
        try:
            b()
            return a
        except NameError:
            return "unbound"

    p = Plan()
    at = position(function, "CALL")
    a = p.read("local", 0)
    new = p.function(function, ("break", at), stack=callee(a), locals=[(1, a)])
    assert new(lambda: None) == "unbound"

    def fails():
        raise NameError

    assert new(fails) == "unbound"


for function in CASES:
    function()
