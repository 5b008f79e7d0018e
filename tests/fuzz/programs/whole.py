"""A whole program: what is at the top, helpers, the function that is compiled, and its calls."""

from __future__ import annotations

import re
from random import Random

from fuzz.programs import calls, classes, control, library, nests, tensors, values  # noqa: F401 (they register what they make)
from fuzz.programs.maker import ANY, ROWS, Maker, No, Tensor, Type, makes

HEAD = """
import array
import bisect
import collections
import contextlib
import copy
import dataclasses
import datetime
import decimal
import enum
import fractions
import functools
import heapq
import inspect
import itertools
import json
import math
import operator
import random
import re
import statistics
import string
import struct
import sys
import textwrap
import types
import warnings
import zlib

import numpy
import torch

import alternator


LOG = []


TABLE = {'k1': 1}


COUNT = 0


class State:
    def __init__(self):
        self.value = 0
        self.items = []

STATE = State()


class Wrong(Exception):
    pass


def count_up():
    global COUNT
    COUNT += 1
    return COUNT


@torch._dynamo.disable
def disabled(value):
    LOG.append('disabled')
    return value


def breaks(value):
    LOG.append('before')
    torch._dynamo.graph_break()
    LOG.append('behind')
    return value


@contextlib.contextmanager
def managed(value):
    LOG.append('in')
    try:
        yield value + 1
    finally:
        LOG.append('out')


def counting(count):
    for number in range(count):
        yield number
        LOG.append(number)


def decorated(function):
    @functools.wraps(function)
    def wrapper(*arguments, **keywords):
        LOG.append(function.__name__)
        return function(*arguments, **keywords)
    return wrapper


def decorated_with(number):
    def decorate(function):
        function.number = number
        return function
    return decorate


def helper(q):
    return q
"""
DEFINED = re.compile(r"^(?:def |class |)(\w+)(?: =|[(:])", re.MULTILINE)
RANDOM = re.compile(r"torch\.rand|_like\(|dropout|bernoulli|\w+_\(\)|manual_seed")
RETURNED: list[Type] = [*ANY, Tensor(dims=None)]


class Function:
    """A helper that the program may call: parameters with types, and a result."""

    def __init__(self, name: str, positional: list[Type], keyword: dict[str, Type], result: Type, rest: bool) -> None:
        self.name, self.positional, self.keyword, self.result, self.rest = name, positional, keyword, result, rest


def make(random: Random) -> str:
    """The text of a program. What is no Python (an assignment where none may stand) is drawn again."""
    while True:
        text = draw(random)
        try:
            compile(text, "program", "exec")
            return without_unused(text)
        except SyntaxError:
            pass


def without_unused(text: str) -> str:
    """The program behind as much of the head as it uses."""
    used = set(re.findall(r"\w+", text))
    kept: list[str] = []
    for part in reversed((HEAD.strip() + "\n\n\n" + library.HEAD.strip()).split("\n\n\n")):
        if part.startswith("import"):
            names = [line for line in part.splitlines() if line and line.split()[-1] in used]
            part = "\n".join(names)
        elif not any(name in used for name in DEFINED.findall(part)):
            continue
        used |= set(re.findall(r"\w+", part))
        kept.append(part)
    return "\n\n\n".join([*reversed(kept), text])


def draw(random: Random) -> str:
    maker = Maker(random)
    maker.function_level = 1
    maker.gradients = maker.chance(0.4)
    add_globals(maker)
    classes.write_classes(maker)
    for _ in range(random.choice([0, 1, 1, 2, 3])):
        write_helper(maker)
    parameters = parameters_of(maker)
    write_main(maker, parameters)
    calls.write_calls(maker, parameters)
    write_options(maker)
    return "\n".join(maker.lines) + "\n"


def add_globals(maker: Maker) -> None:
    for _ in range(maker.random.randint(0, 3)):
        kind: Type = maker.random.choice([*ANY, Tensor(dims=(3,)), Tensor(dims=())])
        name = f"G{maker.name('')}"
        maker.line(f"{name} = {maker.literal(kind)}")
        maker.add(name, kind)
        maker.fixed.add(name)


def write_helper(maker: Maker) -> None:
    random = maker.random
    name = maker.name("h")
    positional: list[Type] = [random.choice([*ANY, Tensor(dims=None)]) for _ in range(random.randint(0, 3))]
    keyword: dict[str, Type] = {f"k{i}": random.choice(ANY) for i in range(random.choice([0, 0, 1, 2]))}
    made = Function(name, positional, keyword, random.choice(RETURNED), maker.chance(0.3))
    names: dict[str, Type] = {f"a{i}": t for i, t in enumerate(positional)}
    texts = list(names)
    if len(texts) > 1 and maker.chance(0.3):
        texts.insert(1, "/")
    if isinstance(made.positional[-1] if positional else None, str) and texts[-1] != "/" and maker.chance(0.4):
        texts[-1] += f"={maker.literal(positional[-1])}"
        made.optional = True
    else:
        made.optional = False
    if made.rest:
        texts.append("*rest")
        names["rest"] = "tuple"
    elif keyword:
        texts.append("*")
    texts += [f"{n}={maker.literal(t)}" for n, t in keyword.items()]
    if keyword and maker.chance(0.3):
        texts.append("**others")
        names["others"] = "dict"
    generic = maker.chance(0.15)
    if generic:
        maker.line("@decorated")
    maker.returns = made.result
    with maker.body(f"def {name}({', '.join(texts)}):", **names, **keyword):
        control.some_statements(maker, random.randint(1, 4), 1)
        maker.line(f"return {maker.bare(made.result, 3)}")
    maker.returns = None
    maker.line("")
    maker.line("")
    maker.functions.append(made)


def call_of(maker: Maker, function: Function, depth: int) -> str:
    arguments = [maker.bare(t, depth) for t in function.positional]
    if function.optional and maker.chance(0.5):
        arguments.pop()
    elif function.rest:
        arguments += [maker.bare("int", depth) for _ in range(maker.random.randint(0, 2))]
        if maker.chance(0.3):
            arguments.append(f"*{maker.expression('tuple', depth)}")
    arguments += [f"{n}={maker.bare(t, depth)}" for n, t in function.keyword.items() if maker.chance(0.6)]
    return f"{function.name}({', '.join(arguments)})"


def call(maker: Maker, kind: Type, depth: int) -> str:
    found = [f for f in maker.functions if f.result == kind]
    if not found or maker.loops > 2:
        raise No
    return call_of(maker, maker.random.choice(found), depth)


for _kind in [*ANY, "tensor"]:
    makes(_kind, times=4)(call)


def parameters_of(maker: Maker) -> dict[str, Type]:
    random = maker.random
    found: dict[str, Type] = {}
    for place in range(random.randint(1, 3)):
        found[f"x{place}"] = Tensor(random.choice(tensors.FLOATS), random.choice(tensors.DIMS))
    for place in range(random.randint(0, 4)):
        kind: Type = random.choice(ANY)
        if maker.classes and maker.chance(0.4):
            kind = f"object {random.choice(list(maker.classes))}"
        found[f"p{place}"] = kind
    return found


def write_main(maker: Maker, parameters: dict[str, Type]) -> None:
    names = dict(parameters)
    for name, kind in parameters.items():
        if isinstance(kind, str) and kind.startswith("object "):
            names |= {f"{name}.{f}": t for f, t in maker.classes[kind[7:]].fields.items()}
    maker.returns = maker.random.choice([*RETURNED, "all"]) if maker.chance(0.3) else "all"
    if maker.returns == "all":
        maker.returns = None
    with maker.body(f"def fn({', '.join(parameters)}):", **names):
        control.some_statements(maker, maker.random.randint(3, 9))
        # Everything that is there at the end can be seen.
        seen = [n for n, k in maker.blocks[-1].items() if "." not in n]
        if maker.returns is None:
            maker.line(f"return {', '.join(maker.random.sample(seen, min(len(seen), 8)))},")
        else:
            maker.line(f"return {maker.bare(maker.returns, 3)}")
    maker.returns = None
    maker.line("")
    maker.line("")


def write_options(maker: Maker) -> None:
    ways = [{}]
    if maker.chance(0.5):
        ways.append({"dynamic": True})
    elif maker.chance(0.2):
        ways.append({"dynamic": False})
    # aot_eager draws random numbers in an order of its own, and leaves out those that nobody uses.
    if maker.chance(0.06) and not RANDOM.search("\n".join(maker.lines)):
        ways.append({"backend": "aot_eager"})
    maker.line(f"options = {ways!r}")
    if settings := {name: True for name in ("graph_breaks_in_loops", "nested_graph_breaks") if maker.chance(0.4)}:
        maker.line(f"config = {settings!r}")
    if maker.gradients:
        maker.line("train = True")


assert ROWS
