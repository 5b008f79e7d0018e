"""An iterator that was made outside goes on where it is, and stands where the trace left it."""

import collections
import itertools
import sys
import types

import torch

from alternator.tracing import hidden_types, members


def first(x, items):
    return x + next(items)


def a_number(x, items):
    return x + 1, next(items)


def all_of_them(x, items):
    for item in items:
        x = x * item
    return x


def until_three(x, items):
    for item in items:
        x = x - item
        if item > 2:
            break
    return x, next(items, None)


def beside_others(x, items):
    return [x * a + b for a, b in zip([1, 2], items)]


def pairs(x, items):
    for one, other in items:
        x = x * one + other
    return x


def one_pair(x, items):
    one, other = next(items)
    return x * one + other


def what_is_left(x, items):
    return x + len(list(items)), next(items, "nothing")


def around_a_break(x, items):
    x = x + next(items)
    torch._dynamo.graph_break()
    return x * next(items)


def looked_into(x, view):
    for item in view:
        x = x + (item if isinstance(item, int) else sum(item))
    return x, len(view)


def of_each_other(x, items, same):
    return x * next(items) + next(same)


def grows(x, items, container):
    container.append(5)
    return x + next(items)


class Numbered(torch.nn.Module):
    def __init__(self, numbers):
        super().__init__()
        self.numbers = numbers

    def forward(self, x):
        return x + next(self.numbers)


class Noisy:
    ended = 0

    def __del__(self):
        Noisy.ended += 1


def ends(x, items):
    for item in items:
        x = x + 1
    return x, Noisy.ended


class Iterated(collections.OrderedDict):
    pass


def case(t):
    x = torch.ones(3)

    def check(fn, make, whole=True, calls=2):
        compiled = t.compile(types.FunctionType(fn.__code__.replace(), globals()), fullgraph=whole)
        for _ in range(2):
            found, expected = make(), make()
            for _ in range(calls):
                t.equal(compiled(x, found), fn(x, expected))
            if isinstance(found, collections.abc.Iterator):
                t.equal(list(itertools.islice(found, 5)), list(itertools.islice(expected, 5)))

    for make in (
        lambda: iter([1, 2, 3, 4]),
        lambda: iter((1, 2, 3, 4)),
        lambda: reversed([1, 2, 3, 4]),
        lambda: iter(range(1, 6)),
        lambda: iter(range(9, 0, -2)),
        lambda: reversed(range(4)),
        lambda: map(int.bit_length, [1, 2, 4, 8, 16]),
        lambda: filter(None, [0, 1, 2, 0, 3, 4]),
    ):
        check(first, make)
        check(first, make, whole=False, calls=4)
        check(all_of_them, make, calls=3)
        check(until_three, make)
        check(beside_others, make)
        check(what_is_left, make)
        check(around_a_break, make, whole=False, calls=1)
    for make in (lambda: zip([1, 2, 3], iter((4, 5, 6, 7))), lambda: enumerate([1, 2, 3]), lambda: enumerate(iter([4, 5]), 3)):
        check(pairs, make)
        check(one_pair, make)
    check(first, lambda: map(max, [1, 2], [3, 1]), whole=sys.version_info < (3, 14))
    for make in (itertools.count, lambda: itertools.count(250), lambda: itertools.count(3, 2), lambda: itertools.count(2**70, -1)):
        check(a_number, make, whole=False, calls=9)
    check(first, lambda: itertools.count(0.5, 0.25))

    for view in (dict.keys, dict.values, dict.items):
        check(looked_into, lambda view=view: view({1: 2, 3: 4}))
        check(looked_into, lambda view=view: view(collections.OrderedDict({1: 2, 3: 4})), whole=False)
    for view in (Iterated.keys, Iterated.values, Iterated.items):
        check(looked_into, lambda view=view: view(Iterated({1: 2, 3: 4})))

    # Where two arguments are one iterator, and where its list is an argument, too.
    compiled = t.compile(of_each_other, fullgraph=True)
    items, others = iter([2, 3, 4, 5]), iter([2, 3, 4, 5])
    t.equal(compiled(x, items, items), of_each_other(x, others, others))
    t.equal(list(items), list(others))
    t.equal(compiled(x, iter([1]), iter([5])), x + 5)
    compiled = t.compile(grows, fullgraph=True)
    container = [1]
    items = iter(container)
    for expected in (1, 5, 5):
        t.equal(compiled(x, items, container), x + expected)

    # A list goes with the iterator that has come to its end, and its items with it.
    compiled = t.compile(ends)
    for make in (list, tuple, lambda made: reversed(list(made))):
        for _ in range(2):
            found = []
            for run in (compiled, ends):
                items = None
                Noisy.ended = 0
                items = iter(make(Noisy() for _ in range(2)))
                found.append((run(x, items), Noisy.ended))
            t.equal(*found)

    compiled = t.compile(of_each_other, fullgraph=True)
    items, others = iter(range(2, 9)), iter(range(2, 9))
    for _ in range(2):
        t.equal(compiled(x, items, items), of_each_other(x, others, others))
    t.equal(list(items), list(others))

    # What counts at each call has a symbol.
    model = Numbered(itertools.count(5))
    compiled, before = t.compile(model, fullgraph=True), len(t.graphs)
    for number in range(5, 15):
        t.equal(compiled(x), x + number)
    assert next(model.numbers) == 15 and len(t.graphs) == before + 3, len(t.graphs) - before
    # What moves at each call is left to CPython, from the third entry on.
    for numbers in (iter(list(range(100))), iter(range(100))):
        model = Numbered(numbers)
        compiled, before = t.compile(model), len(t.graphs)
        for number in range(20):
            t.equal(compiled(x), x + number)
        assert len(t.graphs) <= before + 4, len(t.graphs) - before

    # The fields are where the rules say.
    for make, values in (
        (lambda: iter([7, 8]), {"list_iterator_index": 1, "list_iterator_sequence": [7, 8]}),
        (lambda: iter((7, 8)), {"tuple_iterator_index": 1, "tuple_iterator_sequence": (7, 8)}),
        (lambda: reversed([7, 8]), {"list_reverse_iterator_index": 0, "list_reverse_iterator_sequence": [7, 8]}),
        (lambda: enumerate([7, 8], 4), {"enumerate_index": 5}),
        (lambda: itertools.count(4), {"count_number": 5, "count_large_number": None, "count_step": 1}),
        (lambda: itertools.count(4, 2), {"count_large_number": 6, "count_step": 2}),
        (lambda: zip([1], strict=True), {"zip_strict": 1}),
        (lambda: zip([1]), {"zip_strict": 0}),
        (lambda: filter(None, [1]), {"filter_function": None}),
        (lambda: map(int, [1]), {"map_function": int}),
    ):
        made = make()
        next(made)
        for name, value in values.items():
            assert getattr(members, name).__get__(made) == value, name
    made = iter(range(3, 9, 2))
    next(made)
    fields = [getattr(members, f"range_iterator_{name}").__get__(made) for name in ("first", "second", "third")]
    assert fields == ([1, 3, 2] if sys.version_info < (3, 12) else [5, 2, 2]), fields
    inner = iter([1])
    assert members.enumerate_iterator.__get__(enumerate(inner)) is members.filter_iterator.__get__(filter(None, inner)) is inner
    assert members.zip_iterators.__get__(zip(inner)) == members.map_iterators.__get__(map(int, inner)) == (inner,)
    for name in ("dict_keys", "dict_values", "dict_items", "odict_keys", "odict_values", "odict_items"):
        mapping = (collections.OrderedDict if name[0] == "o" else dict)({1: 2})
        view = getattr(mapping, name.partition("_")[2])()
        assert type(view) is getattr(hidden_types, name)
        assert getattr(members, f"{name}_mapping").__get__(view) is mapping
