"""A program of this machine: places, a function that reads them, and calls with changes in between."""

from __future__ import annotations

import re
from random import Random

from fuzz.guards.holders import HOLDERS
from fuzz.guards.kind import templates
from fuzz.guards.kinds import KINDS, VALUES
from fuzz.guards.torch_kinds import TORCH_KINDS

HEAD = '''"""Made by tests/fuzz/guards."""

import abc
import array
import collections
import contextvars
import dataclasses
import datetime
import decimal
import enum
import functools
import gc
import inspect
import itertools
import math
import operator
import os
import random
import re
import sys
import threading
import types
import typing
import weakref

import numpy
import torch
from torch import nn, ones, zeros

LOG, KEPT, hits = [], [], 0
torch.utils.hooks.RemovableHandle.next_id = 0


class OtherBase:
    kind = 'other base'


class TokenBase:
    kind = 'base'


class Token(TokenBase):
    kind = 'token'

    def __init__(self, number):
        self.number = number

    def get(self):
        return self.number

    @property
    def twice(self):
        return self.number, self.number


class OtherToken(TokenBase):
    def get(self):
        return 'other'


class Lazy:
    count = 0

    @functools.cached_property
    def once(self):
        return [self.count]

    @functools.lru_cache
    def cached(self, number):
        return number


class Dynamic:
    def __init__(self):
        self.answers = {}

    def __getattr__(self, name):
        try:
            return self.answers[name]
        except KeyError:
            raise AttributeError(name) from None


class Gen:
    left = 3

    def __iter__(self):
        return self

    def __next__(self):
        if not self.left:
            raise StopIteration
        self.left -= 1
        return self.left


class Text(str):
    pass


class OtherText(str):
    def upper(self):
        return 'other'


class Whole(int):
    pass


class OtherWhole(int):
    def __add__(self, o):
        return 'other'


class Real(float):
    pass


class OtherReal(float):
    def __add__(self, o):
        return 'other'


class Color(enum.Enum):
    RED = 1
    BLUE = 2

    def method(self):
        return self.value


class Number(enum.IntEnum):
    ONE = 1


class Flag(enum.Flag):
    A = 1
    B = 2


class Pair(collections.namedtuple('Pair', 'a b')):
    pass


class Dict(dict):
    pass


class List(list):
    pass


class OtherList(list):
    def __len__(self):
        return 7


class Tuple(tuple):
    pass


class OtherTuple(tuple):
    pass


class OtherError(ValueError, KeyError):
    pass


@dataclasses.dataclass
class Data:
    a: int
    b: object


class MoreData(Data):
    pass


@dataclasses.dataclass(frozen=True)
class Frozen:
    a: int
    b: object


class Sub(torch.Tensor):
    extra = 1

    def method(self):
        return 1


class OtherSub(torch.Tensor):
    pass


class Handled(torch.Tensor):
    count, factor = 0, 2

    @classmethod
    def __torch_function__(cls, function, kinds, arguments=(), named=None):
        return super().__torch_function__(function, kinds, arguments, named or {})


def same(k=None, **others):
    return k


def pair(k=None, other=1):
    return k, other


def kept(value):
    KEPT.append(value)
    return value


class End:
    """Changes something when it ends."""

    def __init__(self, change):
        self.change = change

    def __del__(self):
        self.change()


def at_an_end(change):
    End(change)


def in_a_cycle(change):
    end = End(change)
    end.own = end
    del end
    gc.collect()


def in_a_thread(change):
    thread = threading.Thread(target=change)
    thread.start()
    thread.join()


def directly(change):
    change()
'''

WAYS = ("directly", "directly", "directly", "in_a_thread", "at_an_end", "in_a_cycle")
LOOKS = (
    *["{}"] * 8, "type({})", "{} is K0", "{} == $", "bool({})", "1 if {} else 2", "isinstance({}, (int, str, Token))", "hasattr({}, 'shape')", "callable({})",
    "x + {}", "x * {}", "[{}, {}]", "({} is None, 1)", "str({})", "K0 == {}", "f'{{{}}}'", "{} in (1, 'a', None)", "{}.number", "len({})", "list({})", "{}[0]", "({}, type({}), K0)",
)  # fmt: skip
HITS = (0, 0, 0, 1, 2, 2, 5)
# Programs that run until the engine has long settled what it asks.
MANY = 1000
HASHABLE = [v for v in VALUES if not v.startswith(("[", "{", "Dict", "List", "bytearray", "numpy.ones", "Data"))]


class Place:
    """An object inside of holders, and what there is to say about all of them."""

    def __init__(self, maker: Maker, number: int) -> None:
        random = maker.random
        kind = random.choice(random.choice([KINDS, KINDS, TORCH_KINDS]))
        self.maker, self.root = maker, f"h{number}"
        self.heads: list[str] = []
        self.reads: list[str] = []
        self.changes: list[str] = []
        own = self.numbered(kind)
        levels = [self.numbered(random.choice(HOLDERS)) for _ in range(random.choice([0, 1, 1, 1, 2, 2, 3]))]
        make = own.make
        if make == "$":
            # New objects are made of few values, so that what was there comes again.
            self.values = [random.choice(VALUES), *random.choices(VALUES, k=2)]
        makes = [make]
        for level in levels:
            makes.append(level.make.replace("~", makes[-1]))
        path = self.root
        self.add(f"{self.root} = ~", path, makes[-1])
        for place in range(len(levels) - 1, -1, -1):
            level = levels[place]
            self.note(level, path, makes[place])
            self.note_moves(level, path, makes[place])
            path = level.path.replace("@", path)
        self.note(own, path, "")
        self.reads += [path] * 3
        self.make = makes[-1]

    def numbered(self, kind):
        number = str(self.maker.next_number())
        made = kind._replace(**{field: getattr(kind, field).replace("#", number) for field in kind._fields})
        if made.head:
            self.heads.append(made.head.strip() + "\n")
        return made

    def note(self, kind, path: str, held: str) -> None:
        self.reads += [t.replace("@", path) for t in templates(kind.reads)]
        self.reads.append(path)
        for template in templates(kind.changes):
            self.add(template, path, held)

    def note_moves(self, holder, path: str, held: str) -> None:
        """What is held goes, comes back, or comes anew where it was."""
        inner = holder.path.replace("@", path)
        for template in templates(holder.changes):
            if "= ~" in template and template.startswith(holder.path + " ="):
                self.add(f"K0 = {inner}", path, held)
                self.add(template.replace("~", "K0"), path, held)
                self.add(f"{template.replace('~', 'None')} && gc.collect() && {template}", path, held)
                self.add(f"old = {inner} && {template.replace('~', 'None')} && old = None && {template}", path, held)

    def add(self, template: str, path: str, held: str) -> None:
        self.changes.append(template.replace("@", path).replace("~", held))


class Maker:
    def __init__(self, random: Random) -> None:
        self.random = random
        self.number = 0
        # Equal values and the same ones are met again and again.
        self.pool = random.sample(VALUES, 6)

    def next_number(self) -> int:
        self.number += 1
        return self.number

    def fill(self, text: str) -> str:
        random = self.random
        text = re.sub(r"\$hashable", lambda _: random.choice(HASHABLE), text)
        return re.sub(r"\$", lambda _: random.choice(self.pool if random.random() < 0.7 else VALUES), text)


def make(random: Random) -> str:
    while True:
        text = draw(random)
        try:
            compile(text, "program", "exec")
            return text
        except SyntaxError:
            pass


def draw(random: Random) -> str:
    maker = Maker(random)
    places = [Place(maker, number) for number in range(random.choice([1, 1, 2, 2, 3]))]
    head, body = [], []
    for place in places:
        head += place.heads
        head.append(f"{place.root} = {place.make}\n")
    changes = [random.choice(random.choice(places).changes) for _ in range(random.randint(2, 7))]
    names = roots(head) + ["K0"]
    arguments = [place.root for place in places if random.random() < 0.3]
    for number, change in enumerate(changes):
        body += change_function(number, maker.fill(change), names)
    body += reader(maker, places, len(changes), arguments)
    body += calls(random, len(changes), arguments)
    body.append(f"options = {[{}] if random.random() < 0.7 else [{}, {'dynamic': True}]}\n")
    return HEAD + "\n\n" + maker.fill("K0 = $\n" + "".join(head)) + "\n\n" + "\n".join(body)


def roots(head: list[str]) -> list[str]:
    """Names at the top that changes assign to."""
    return sorted(set(re.findall(r"^(\w+) = ", "".join(head), re.MULTILINE)))


def change_function(number: int, change: str, names: list[str]) -> list[str]:
    statements = [s.strip() for s in change.split("&&")]
    bound = sorted({name for name in [*names, "len"] for s in statements if re.match(rf"(del )?{name}\b( [-+*|]?=|$)", s)})
    text = [f"def change{number}():"]
    if bound:
        text.append(f"    global {', '.join(bound)}")
    text.append("    try:")
    text += [f"        {s}" for s in statements]
    text += ["    except Exception as error:", "        LOG.append(type(error).__name__)", "", ""]
    return text


def reader(maker: Maker, places: list[Place], changes: int, arguments: list[str]) -> list[str]:
    random = maker.random
    text = [f"def fn({', '.join(['x', 'flag', *arguments])}):", "    out = []"]
    reads = [random.choice(place.reads) for place in places for _ in range(random.randint(1, 5))]
    random.shuffle(reads)
    inside = random.randint(0, len(reads))
    for number, read in enumerate(reads):
        if number == inside:
            text += inside_change(random, changes)
        look = maker.fill(random.choice(LOOKS)).replace("{}", read) if random.random() < 0.6 else read
        statement = f"out.append({maker.fill(look)})"
        if random.random() < 0.75:
            text += ["    try:", f"        {statement}", "    except Exception as error:", "        out.append(type(error).__name__)"]
        else:
            text.append(f"    {statement}")
    return [*text, "    return x + 1, out", "", ""]


def inside_change(random: Random, changes: int) -> list[str]:
    text = []
    for number in random.sample(range(changes), min(changes, random.choice([0, 1, 2]))):
        text += [f"    if flag == {number + 1}:", f"        {random.choice([*WAYS, 'directly'])}(change{number})"]
    return text


def calls(random: Random, changes: int, arguments: list[str]) -> list[str]:
    text = ["def calls():", "    global hits", "    x = ones(2)"]
    names = ", ".join(arguments)
    many = random.random() < 0.1

    def call(flag: int) -> None:
        text.append(f"    hits = {0 if flag else MANY if many and random.random() < 0.3 else random.choice(HITS)}")
        text.append(f"    yield x, {flag}, {names}" if names else f"    yield x, {flag}")

    call(0)
    for number in range(changes):
        if random.random() < 0.2:
            call(number + 1)
        else:
            text.append(f"    {random.choice(WAYS)}(change{number})")
        call(0)
        if random.random() < 0.25:
            text.append(f"    change{random.randrange(changes)}()")
            call(0)
    return [*text, "", ""]
