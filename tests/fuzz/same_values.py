"""Values that are equal and yet can be told apart: is a compiled function given one for the other?

    tools/fuzz --same-values
    tools/python tests/fuzz/same_values.py [--seed N] [--seconds S] [FILTER]

For each pair of such values and each place where a function may meet one (as an argument, a global, a key of a dict,
a default …) the function is called with the one, the other and the one again, as it is written and compiled, and must
see the same: types, texts, signs of zeros, ends of ranges, orders of iteration. FILTER is part of `place pair`.

While there is time the pairs are then put into containers at random, two deep, among other values. The order of all is
decided by the seed.
"""

from __future__ import annotations

import argparse
import collections
import datetime
import decimal
import enum
import fractions
import functools
import math
import pathlib
import random
import re
import struct
import sys
import time
import types
import warnings

import torch

import alternator

X = torch.ones(2)


class Text(str):
    pass


class Int(int):
    pass


class Float(float):
    pass


class Tuple(tuple):
    pass


class IntKind(enum.IntEnum):
    A = 1


class Flags(enum.IntFlag):
    A = 1


class TextKind(str, enum.Enum):
    A = "a"


class Day(datetime.date):
    pass


Pair = collections.namedtuple("Pair", "a b")
Other = collections.namedtuple("Other", "a b")
Number, Moment, Zone = decimal.Decimal, datetime.datetime, datetime.timezone
HOUR, NONE = datetime.timedelta(hours=1), datetime.timedelta(0)
NAN = struct.unpack("d", struct.pack("Q", 0x7FF8000000000123))[0]
EARLY, LATE = Moment(2020, 1, 1), Moment(2020, 1, 1, fold=1)
ODD, EVEN = range(0, 3, 2), range(0, 4, 2)
UP, DOWN = frozenset([0, 8]), frozenset([8, 0])

PAIRS = {
    "int and bool": (1, True),
    "int and float": (1, 1.0),
    "int and complex": (1, 1 + 0j),
    "zeros": (0.0, -0.0),
    "real zeros": (complex(0.0, 0), complex(-0.0, 0)),
    "imaginary zeros": (0j, complex(0, -0.0)),
    "nans": (float("nan"), NAN),
    "signs of nans": (float("nan"), -float("nan")),
    "subclass of str": ("a", Text("a")),
    "subclass of int": (1, Int(1)),
    "subclass of float": (1.0, Float(1.0)),
    "subclass of tuple": ((1, 2), Tuple((1, 2))),
    "member of an enum of ints": (1, IntKind.A),
    "flag": (1, Flags.A),
    "members of two enums": (IntKind.A, Flags.A),
    "member of an enum of texts": ("a", TextKind.A),
    "zeros behind the point": (Number("1.0"), Number("1.00")),
    "decimal zeros": (Number("0"), Number("-0")),
    "int and decimal": (1, Number(1)),
    "fraction": (fractions.Fraction(1, 2), 0.5),
    "fold": (EARLY, LATE),
    "fold of a time": (datetime.time(1), datetime.time(1, fold=1)),
    "time zones": (Moment(2020, 1, 1, 1, tzinfo=Zone.utc), Moment(2020, 1, 1, 2, tzinfo=Zone(HOUR))),
    "names of zones": (Zone(NONE, "A"), Zone(NONE, "B")),
    "subclass of date": (datetime.date(2020, 1, 1), Day(2020, 1, 1)),
    "ranges": (ODD, EVEN),
    "range of bools": (range(0, 1), range(False, True)),
    "empty ranges": (range(0), range(5, 5)),
    "frozensets": (UP, DOWN),
    "items of a frozenset": (frozenset([1, 2]), frozenset([True, 2])),
    "tuple of frozensets": ((UP,), (DOWN,)),
    "tuple of a bool": ((1, 2), (True, 2)),
    "tuple of zeros": ((0.0,), (-0.0,)),
    "tuple of ranges": ((ODD,), (EVEN,)),
    "tuple of tuples": (((1,), 2), ((1.0,), 2)),
    "torch.Size": (torch.Size([1, 2]), (1, 2)),
    "named tuple": (Pair(1, 2), (1, 2)),
    "named tuples": (Pair(1, 2), Other(1, 2)),
    "slices": (slice(0, 1), slice(False, True)),
    "slices of zeros": (slice(0.0, 1), slice(-0.0, 1)),
    "bytes": (b"a", bytearray(b"a")),
    "set and frozenset": ({1, 2}, frozenset([1, 2])),
    "dict and OrderedDict": ({1: 2}, collections.OrderedDict({1: 2})),
    "orders of a dict": ({1: 2, 3: 4}, {3: 4, 1: 2}),
    "key True": ({1: 2}, {True: 2}),
    "keys that are ranges": ({ODD: 1}, {EVEN: 1}),
    "keys that are decimals": ({Number("1.0"): 1}, {Number("1.00"): 1}),
    "keys that are frozensets": ({UP: 1}, {DOWN: 1}),
    "keys that are times": ({EARLY: 1}, {LATE: 1}),
    "keys that are tuples": ({(1, 2): 1}, {(1.0, 2): 1}),
    "keys that are zeros": ({0.0: 1}, {-0.0: 1}),
    "keys of an enum": ({1: 1}, {IntKind.A: 1}),
    "keys of an enum of texts": ({"a": 1}, {TextKind.A: 1}),
    "keys of a subclass of str": ({"a": 1}, {Text("a"): 1}),
    "keys that are zones": ({Zone(NONE, "A"): 1}, {Zone(NONE, "B"): 1}),
    "keys that are sizes": ({torch.Size([1]): 1}, {(1,): 1}),
    "items of a set": ({1}, {True}),
    "items of a set, zeros": ({0.0}, {-0.0}),
    "items of a set, ranges": ({ODD}, {EVEN}),
    "items of a set, frozensets": ({UP}, {DOWN}),
    "items of a set, decimals": ({Number("1.0")}, {Number("1.00")}),
    "orders of a set": ({0, 8}, {8, 0}),
    "items of a list": ([1], [True]),
    "devices": (torch.device("cuda"), torch.device("cuda:0")),
    "device and text": ("cpu", torch.device("cpu")),
    "dtypes": (torch.float32, torch.float64),
    "files of code": (compile("1", "a.py", "eval"), compile("1", "b.py", "eval")),
    "constants of code": (compile("0.0", "a", "eval"), compile("-0.0", "a", "eval")),
    "generic aliases": (list[1], list[True]),
    "unions": (int | str, str | int),
    "partials": (functools.partial(max, 1), functools.partial(max, True)),
    "paths": (pathlib.PurePosixPath("a/b"), pathlib.PurePosixPath("a//b")),
    "paths of Windows": (pathlib.PureWindowsPath("A"), pathlib.PureWindowsPath("a")),
    "patterns": (re.compile("a"), re.compile("a", re.ASCII)),
    "namespaces": (types.SimpleNamespace(a=1), types.SimpleNamespace(a=True)),
    "deques": (collections.deque([1]), collections.deque([1], 5)),
    "counters": (collections.Counter(a=1, b=0), collections.Counter(a=1)),
    "default dicts": (collections.defaultdict(int), collections.defaultdict(list)),
}


def look(value):
    """All that a program can tell of a value, in traced code."""
    kind = type(value).__name__
    if isinstance(value, types.CodeType):
        return kind, value.co_filename, repr(value.co_consts)
    if isinstance(value, (range, slice)):
        return kind, look(value.start), look(value.stop), look(value.step)
    if isinstance(value, float):
        return kind, repr(value), math.copysign(1, value)
    if isinstance(value, complex):
        return kind, look(value.real), look(value.imag)
    if isinstance(value, dict):
        return kind, *((look(key), look(item)) for key, item in value.items())
    if isinstance(value, (tuple, list, set, frozenset, collections.deque)):
        return kind, *(look(item) for item in value)
    return kind, repr(value)


def as_an_argument(compile, a, b):
    function = compile(lambda x, value: (x + 1, look(value), value))
    return [function(X, value) for value in (a, b, a, b)]


def as_a_keyword(compile, a, b):
    function = compile(lambda x, **named: (x + 1, look(named)))
    return [function(X, value=value) for value in (a, b, a, b)]


def as_a_global(compile, a, b):
    names = {"look": look, "value": a}
    function = compile(types.FunctionType((lambda x: (x + 1, look(value), value)).__code__, names))  # noqa: F821
    return [names.update(value=value) or function(X) for value in (a, b, a, b)]


def in_a_closure(compile, a, b):
    def call(function, new):
        nonlocal value
        value = new
        return function(X)

    value = a
    function = compile(lambda x: (x + 1, look(value), value))
    return [call(function, value) for value in (a, b, a, b)]


def as_an_attribute(compile, a, b):
    holder = types.SimpleNamespace()
    function = compile(lambda x: (x + 1, look(holder.value), holder.value))
    return [setattr(holder, "value", value) or function(X) for value in (a, b, a, b)]


def of_a_class(compile, a, b):
    Holder = type("Holder", (), {})
    function = compile(lambda x: (x + 1, look(Holder.value)))
    return [setattr(Holder, "value", value) or function(X) for value in (a, b, a, b)]


def as_a_default(compile, a, b):
    def inner(value=None, *, named=None):
        return look(value), value, look(named)

    function = compile(lambda x: (x + 1, inner()))

    def call(value):
        inner.__defaults__, inner.__kwdefaults__ = (value,), {"named": value}
        return function(X)

    return [call(value) for value in (a, b, a, b)]


def as_an_item(compile, a, b):
    function = compile(lambda x, items: (x + 1, look(items[0]), items[0], look(items)))
    return [function(X, kind([value])) for kind in (list, tuple) for value in (a, b, a, b)]


def in_a_dict(compile, a, b):
    function = compile(lambda x, held: (x + 1, look(held["key"]), look(held)))
    return [function(X, {"key": value}) for value in (a, b, a, b)]


def in_a_match(compile, a, b):
    def matched(x, value):
        match value:
            case 1:
                found = 1
            case True:
                found = 2
            case 0.0:
                found = 3
            case "a":
                found = 4
            case (1, 2):
                found = 5
            case {1: item}:
                found = item
            case _:
                found = 9
        return x + found, look(value)

    function = compile(matched)
    return [function(X, value) for value in (a, b, a, b)]


def compared(compile, a, b):
    function = compile(lambda x, one, two: (x + 1, one == two, one is two, (one,) == (two,), one in [two], [two].count(one)))
    return [function(X, one, two) for one in (a, b, a) for two in (a, b)]


def as_a_key(compile, a, b):
    function = compile(lambda x, held: (x + 1, look(held), list(held)[0], [key for key, item in held.items()], next(iter(held))))
    return [function(X, {value: 1}) for value in (a, b, a, b)]


def looked_up(compile, a, b):
    function = compile(lambda x, held, key: (x + 1, held.get(key), key in held, [look(known) for known in held]))
    return [function(X, {one: 1}, two) for one in (a, b, a) for two in (a, b)]


def stored_again(compile, a, b):
    def store(x, held, key):
        held[key] = 5
        return x + 1, look(held), [look(known) for known in held]

    function = compile(store)
    return [function(X, {one: 1}, two) for one in (a, b, a) for two in (a, b)]


def in_a_new_dict(compile, a, b):
    def make(x, one, two):
        held = {one: 1}
        held[two] = 2
        return x + 1, look(held), held, look({one, two}), look({one: 1, two: 3})

    function = compile(make)
    return [function(X, one, two) for one in (a, b, a) for two in (a, b)]


def in_a_set(compile, a, b):
    function = compile(lambda x, items: (x + 1, look(items), list(items)[0]))
    return [function(X, kind([value])) for kind in (set, frozenset) for value in (a, b, a, b)]


def in_two_sets(compile, a, b):
    def operate(x, items, other):
        updated = set(items)
        updated &= other
        return x + 1, look(items | other), look(items & other), look(items.intersection(list(other))), look(updated), look(items ^ other)

    function = compile(operate)
    return [function(X, {one}, {two}) for one in (a, b, a) for two in (a, b)]


PLACES = [as_an_argument, as_a_keyword, as_a_global, in_a_closure, as_an_attribute, of_a_class, as_a_default, as_an_item, in_a_dict]
PLACES += [in_a_match, compared]
OF_HASHABLE = [as_a_key, looked_up, stored_again, in_a_new_dict, in_a_set, in_two_sets]


def is_hashable(value):
    try:
        hash(value)
    except (TypeError, ValueError):
        return False
    return True


def shown(value):
    """What two runs are compared by."""
    if isinstance(value, torch.Tensor):
        return f"tensor({value.tolist()})"
    if isinstance(value, (tuple, list)):
        return f"{type(value).__name__}({', '.join(map(shown, value))})"
    if isinstance(value, dict):
        return f"{type(value).__name__}({', '.join(f'{shown(key)}: {shown(item)}' for key, item in value.items())})"
    return f"{type(value).__name__} {value!r}"


def outcome(place, compile, pair):
    try:
        return shown(place(compile, *pair))
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def nested(random, pairs):
    """A pair inside of others: a container that holds the one, and the same with the other."""
    name = random.choice(list(pairs))
    one, other = pairs[name]
    for _ in range(random.randint(1, 2)):
        kinds = ["tuple", "list", "value", "Pair", "deque", "slice"]
        kinds += ["set", "frozenset", "key"] if is_hashable(one) and is_hashable(other) else []
        kind = random.choice(kinds)
        beside = random.choice([(), (0,), (1.5, "b"), (None, 8)])
        one, other = (CONTAINERS[kind](value, beside) for value in (one, other))
        name = f"{kind} of {name}"
    return name, (one, other)


CONTAINERS = {
    "tuple": lambda value, beside: (*beside, value),
    "list": lambda value, beside: [value, *beside],
    "value": lambda value, beside: {"key": value, **dict.fromkeys(beside)},
    "Pair": lambda value, beside: Pair(value, beside),
    "deque": lambda value, beside: collections.deque([value, *beside]),
    "slice": lambda value, beside: slice(value, None, beside),
    "set": lambda value, beside: {value, *beside},
    "frozenset": lambda value, beside: frozenset([*beside, value]),
    "key": lambda value, beside: {**dict.fromkeys(beside), value: 2},
}


def cases(random):
    """Every pair in every place, then nests of them without an end."""
    everywhere = [(name, pair, place) for name, pair in PAIRS.items() for place in places(pair)]
    random.shuffle(everywhere)
    yield from everywhere
    while True:
        name, pair = nested(random, PAIRS)
        yield name, pair, random.choice(places(pair))


def places(pair):
    return PLACES + (OF_HASHABLE if all(map(is_hashable, pair)) else [])


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, help="by default every pair is tried once in every place")
    parser.add_argument("filter", nargs="?", default="")
    return parser.parse_args()


def main():
    warnings.simplefilter("ignore")
    options = arguments()
    graphs = []

    def backend(module, inputs):
        graphs.append(module)
        return module.forward

    once = sum(len(places(pair)) for pair in PAIRS.values())
    end = time.monotonic() + (options.seconds or math.inf)
    done = wrong = 0
    for number, (name, pair, place) in enumerate(cases(random.Random(options.seed))):
        if time.monotonic() > end or options.seconds is None and number >= once:
            break
        if options.filter not in f"{place.__name__} {name}":
            continue
        done += 1
        expected = outcome(place, lambda function: function, pair)
        graphs.clear()
        # The functions of a place share code; what other pairs have left there would serve this one, or be its limit.
        compile = functools.partial(alternator.compile, backend=backend, isolate_recompiles=True)
        found = outcome(place, compile, pair)
        if found != expected or not graphs:
            wrong += 1
            print(f"{name}, {place.__name__}: {pair}")
            print(f"  as written {expected}\n  compiled   {found}" if graphs else "  nothing is compiled", flush=True)
        if done % 200 == 0:
            alternator.reset()
    print(f"same_values: seed {options.seed}, {done} tried, {wrong} wrong")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
