"""The machine for builtin containers and iterators: any method or operator of theirs, with any arguments, around breaks.

A program has a few containers, from outside or of its own, and iterators over them. Each of its statements asks one of them
something in a handler of its own and notes the answer or the error. Where the graph breaks the containers are rebuilt as
the statements left them, the iterators half used; at the end a function that is not compiled looks at all of them.
"""

from __future__ import annotations

import collections
import random
import types
from collections.abc import Iterable

HEAD = '''"""Made by tests/fuzz/containers.py."""

import collections
import copy
import itertools
import operator
import types

import torch

import alternator


class Items(list):
    pass


class Table(dict):
    def __missing__(self, key):
        return key


class Text(str):
    pass


class Unique(set):
    pass


class Queue(collections.deque):
    pass


Pair = collections.namedtuple("Pair", "one two")


@alternator.disable
def look(*things):
    """What is left of iterators, and what they give when it changes what they iterate over."""
    seen = []
    for thing in things:
        try:
            seen.append(operator.length_hint(thing))
        except Exception as error:
            seen.append(str(error))
    iterators = [thing for thing in things if isinstance(thing, collections.abc.Iterator)]
    for change in ("append", "pop", "clear"):
        for iterator in iterators:
            try:
                seen.append(next(iterator, None))
            except Exception as error:
                seen.append((type(error).__name__, str(error)))
        for thing in things:
            try:
                seen.append(getattr(thing, change)(*[7] * (change == "append")))
            except Exception as error:
                seen.append(type(error).__name__)
    return seen
'''

# Containers by class, as texts that make a new one.
CONTAINERS = {
    "list": ("[1, 2, 3, 4]", "[]", "[[1], (2,), 'a']", "list('bcad')"),
    "dict": ("{'a': 1, 'b': 2, 3: None}", "{}", "dict.fromkeys(range(4))"),
    "set": ("{1, 2, 3, 4}", "set()", "{'a', 1, None}"),
    "frozenset": ("frozenset((1, 2, 9))", "frozenset()"),
    "tuple": ("(1, 2, 3, 2)", "()", "(1, [2], 'a')"),
    "str": ("'abcab'", "''", "'A b\\\\tc'", "'äß€'"),
    "bytes": ("b'abcab'", "b''"),
    "bytearray": ("bytearray(b'abcab')", "bytearray()"),
    "range": ("range(5)", "range(9, 0, -3)", "range(0)"),
    "collections.deque": ("collections.deque([1, 2, 3, 4])", "collections.deque('abc', maxlen=3)", "collections.deque()"),
    "collections.OrderedDict": ("collections.OrderedDict(a=1, b=2, c=3)", "collections.OrderedDict()"),
    "collections.defaultdict": ("collections.defaultdict(list, a=[1])", "collections.defaultdict(None, {1: 2})"),
    "collections.Counter": ("collections.Counter('abcab')", "collections.Counter(a=-1, b=2)"),
    "collections.ChainMap": ("collections.ChainMap({'a': 1}, {'a': 2, 'b': 3})",),
    "types.MappingProxyType": ("types.MappingProxyType({'a': 1, 'b': 2})",),
    "slice": ("slice(1, 3)", "slice(None, None, -1)"),
    "int": ("5", "-3", "2**70"),
    "float": ("2.5", "-0.0", "float('nan')", "float('inf')"),
    "complex": ("1 + 2j", "complex(0, -0.0)"),
    "Items": ("Items([1, 2, 3])", "Items()"),
    "Table": ("Table(a=1, b=2)", "Table()"),
    "Text": ("Text('abcab')",),
    "Unique": ("Unique({1, 2, 9})",),
    "Queue": ("Queue([1, 2, 3], 4)",),
    "Pair": ("Pair(1, [2])",),
}
# The classes whose methods the program's own have.
BASES = {"Items": "list", "Table": "dict", "Text": "str", "Unique": "set", "Queue": "collections.deque", "Pair": "tuple"}
ITERATORS = (
    "iter(@)", "reversed(@)", "enumerate(@)", "enumerate(@, 3)", "zip(@, @)", "map(str, @)", "filter(None, @)",
    "itertools.chain(@, @)", "itertools.islice(@, 1, 4)", "itertools.islice(itertools.cycle(@), 6)", "itertools.accumulate(@)",
    "itertools.pairwise(@)", "itertools.tee(@)[0]", "itertools.groupby(@)", "itertools.zip_longest(@, @)",
    "itertools.takewhile(bool, @)", "itertools.dropwhile(bool, @)", "itertools.product(@, @)", "itertools.combinations(@, 2)",
    "itertools.permutations(@, 2)", "itertools.compress(@, @)", "itertools.starmap(max, zip(@, @))", "itertools.repeat(@, 2)",
    "itertools.islice(itertools.count(2), 5)", "(item for item in @)", "iter(@.items())", "iter(@.values())", "reversed(@.keys())",
)  # fmt: skip
VALUES = (
    "0", "1", "-1", "2", "5", "True", "None", "'a'", "'b'", "''", "1.5", "(1, 2)", "[1]", "[3, 1]", "{}", "'ab'", "b'a'", "97",
    "slice(1, 3)", "slice(None, None, -1)", "slice(None, None, 2)", "int", "str", "len", "[('a', 1), ('b', 2)]", "{'a': 5}", "{1, 2}",
    "a", "b", "c", "itertools.islice(i, 3)", "zip(j, 'ab')", "v",
)  # fmt: skip
# `@` is a container or an iterator, `$` any value.
QUESTIONS = (
    "len(@)", "bool(@)", "repr(@)", "str(@)", "sorted(@)", "sorted(@, reverse=True)", "sum(@)", "min(@)", "max(@)", "any(@)", "all(@)",
    "list(@)", "tuple(@)", "set(@)", "frozenset(@)", "dict(@)", "bytes(@)", "bytearray(@)", "dict.fromkeys(@)", "hash(@) == hash(copy.copy(@))", "next(@)",
    "next(@, None)", "copy.copy(@)", "@[$]", "@[$]", "$ in @", "@ == $", "@ != $", "@ < $", "@ <= $", "@ + $", "$ + @", "@ * $", "@ | $", "$ | @",
    "@ & $", "@ - $", "@ ^ $", "@ % $", "[*@, $]", "{**@}", "[item for item in @]", "{item: $ for item in @}", "list(zip(@, @))",
    "list(map(str, @))", "list(itertools.islice(@, 2))", "operator.length_hint(@)", "isinstance(@, $)", "divmod(@, $)", "'%s' % @", "f'{@}'",
    "'-'.join(@)", "len({*@})", "type(@)", "iter(@)", "@ is $", "max(@, key=str)", "collections.Counter(@)", "collections.deque(@, 2)",
    "slice(1, 3).indices($)", "list(enumerate(@, $))", "getattr(@, '__len__', None) is None", "callable(@)", "zip(@, $)", "reversed(@)",
)  # fmt: skip
ACTIONS = (
    "@[$] = $", "@[$] = $", "del @[$]", "@ += $", "@ *= 2", "@ |= $", "@ &= $", "@ -= $", "first, *rest = @", "one, two = @",
    "a, b = b, a", "a = copy.copy(@)", "v = @", "c = [@, $]", "i = iter(@)", "b = @",
    "for item in @:\n    if item == $:\n        break\n    notes.append(item)\nelse:\n    notes.append('end')",
    "for item in @:\n    b.append(item)\n    if len(b) > 9:\n        break",
    "match @:\n    case [first, *rest]:\n        notes.append((first, rest))\n    case {'a': value, **rest}:\n        notes.append((value, rest))",
)  # fmt: skip
BREAKS = ("torch._dynamo.graph_break()", "notes.append(look(i, a))", "look()")
# Rebuilt, these do not ask an iterator again that has ended; one over a deque that has changed would fail then.
ASK_ONCE = ("tee", "groupby", "zip_longest")
# The special methods that are called by name; the others' answers have addresses in them, or tell how much memory is taken.
ASKED = {
    "__len__", "__getitem__", "__setitem__", "__delitem__", "__contains__", "__iter__", "__reversed__", "__add__", "__iadd__", "__mul__",
    "__rmul__", "__imul__", "__eq__", "__lt__", "__or__", "__ior__", "__and__", "__sub__", "__xor__", "__missing__", "__copy__", "__init__",
    "__next__", "__length_hint__", "__mod__", "__repr__",
}  # fmt: skip
# A deque's error for a wrong index depends on whether the operator or the method was asked.
NOT_OF_DEQUES = {"__getitem__", "__setitem__", "__delitem__"}


def methods(kind: str) -> list[str]:
    found = eval(BASES.get(kind, kind), {"collections": collections, "types": types})
    return [name for name in dir(found) if callable(getattr(found, name)) and (name in ASKED or not name.startswith("__"))]


class Maker:
    def __init__(self, random: random.Random) -> None:
        self.random = random
        self.kinds = {name: random.choice(list(CONTAINERS)) for name in "abc"}

    def filled(self, template: str, containers: str = "abcij") -> str:
        """The template with containers and values of the program's."""
        while "@" in template:
            template = template.replace("@", self.random.choice(containers), 1)
        while "$" in template:
            template = template.replace("$", self.random.choice(VALUES), 1)
        return template

    def iterator(self) -> str:
        template = self.random.choice(ITERATORS)
        asks_once = any(name in template for name in ASK_ONCE)
        containers = [name for name, kind in self.kinds.items() if not (asks_once and kind in ("collections.deque", "Queue"))]
        return self.filled(template, "".join(containers)) if containers else "iter(a)"

    def call(self) -> str:
        """A method of what a variable held at first."""
        name = self.random.choice("aabbci")
        known = methods(self.kinds[name]) if name in self.kinds else ["__next__", "__length_hint__", "__iter__", "close", "send", "__copy__"]
        if {"collections.deque", "Queue"} & {*self.kinds.values()}:
            known = [method for method in known if method not in NOT_OF_DEQUES]
        # Objects that have come to be in a set have an order by their addresses.
        values = [value for value in VALUES if not ("set" in BASES.get(self.kinds.get(name), self.kinds.get(name, "")) and "(" in value[1:])]
        arguments = ", ".join(self.random.choice(values) for _ in range(self.random.choice((0, 1, 1, 1, 2, 2, 3))))
        return f"{name}.{self.random.choice(known)}({arguments})"

    def statement(self) -> Iterable[str]:
        roll = self.random.random()
        if roll < 0.14:
            return [self.random.choice(BREAKS)]
        if roll < 0.34:
            lines = self.filled(self.random.choice(ACTIONS)).split("\n")
        elif roll < 0.67:
            lines = [f"v = {self.call()}", "notes.append(v)"]
        else:
            lines = [f"notes.append({self.filled(self.random.choice(QUESTIONS))})"]
        tried = ["    " + line for line in lines]
        return ["try:", *tried, "except Exception as error:", "    notes.append((type(error).__name__, str(error)))"]

    def program(self) -> str:
        made = {name: self.random.choice(CONTAINERS[kind]) for name, kind in self.kinds.items()}
        outside = [name for name in made if self.random.random() < 0.4]
        body = ["notes, v = [], None", *(f"{name} = {text}" for name, text in made.items() if name not in outside)]
        for name in "ij":
            kind = self.iterator()
            body += ["try:", f"    {name} = {kind}", "except Exception:", f"    {name} = iter(range(4))"]
        for _ in range(self.random.randint(3, 9)):
            body += self.statement()
        body.append("return x + 1, notes, look(i, j, a, b), a, b, c")
        given = "".join(", " + made[name] for name in outside)
        calls = ["def calls():", *[f"    yield (torch.ones(2){given},)" for _ in range(self.random.randint(2, 3))]]
        function = [f"def fn({', '.join(['x', *outside])}):", *("    " + line for line in body)]
        return "\n".join([HEAD, "", *function, "", "", *calls]) + "\n"


def make(random: random.Random) -> str:
    """The text of a program."""
    return Maker(random).program()
