"""Subclasses of builtin classes with special methods of their own, in every operation that may call these.

A program is a base class, one method that a subclass overrides, what that does, and one operation. It runs as
written and compiled (twice), with an instance from outside and with one that the function makes. Results with their
types, exceptions with their texts, printed text, the instance afterwards and which methods were called in which order
must agree.

    tools/fuzz --special-methods                                         # at random; --seed, --seconds
    PYTHONPATH=tests tools/python -m fuzz.special_methods --all          # all of them, hours; --part 1/4 a quarter of them
    PYTHONPATH=tests tools/python -m fuzz.special_methods --all --base list --method __len__ --operation 'not o' --show

What there is to put together is in `special_method_tables.py`.
"""

from __future__ import annotations

import argparse
import contextlib
import faulthandler
import importlib.util
import io
import itertools
import os
import random
import re
import resource
import signal
import sys
import tempfile
import time
import types
import warnings
from collections import Counter, deque

import torch

import alternator
from fuzz.special_method_tables import BASES, METHODS, NUMBERS, OPERATIONS, SYMBOLS

HEADER = """\
import bisect, collections, collections.abc, contextlib, copy, dataclasses, datetime, decimal, enum, fractions, functools, heapq, inspect
import itertools, io, json, math, numbers, operator, os, pathlib, pickle, pprint, random, statistics, string, textwrap, types, typing, warnings
import torch

log = []
Pair = collections.namedtuple("Pair", "a b")


class Text(str):
    pass


class Plain:
    pass


def no(error):
    raise error("no")


def pairs():
    yield "a", 1
    yield "b", 2


def show(*arguments, **keywords):
    return arguments, keywords


def heap(values):
    values = list(values)
    heapq.heapify(values)
    return [heapq.heappop(values) for _ in range(len(values))]


cached = functools.lru_cache(lambda value: 3)
io_text = io.StringIO
warn = warnings.warn
random_choice = random.choice
statistics_mean = statistics.mean
typing_origin = typing.get_origin
Base = {base}


{definition}


def twin():
    return {made}


class Child(S):
    pass


def child():
    return {child}
"""

# What an abstract base asks for, and members for enums.
REQUIRED = {
    "collections.abc.Sequence": "    def __getitem__(self, key): return (3, 1)[key]\n    def __len__(self): return 2\n",
    "collections.abc.Mapping": "    def __getitem__(self, key): return {'a': 1}[key]\n    def __len__(self): return 1\n    def __iter__(self): return iter(['a'])\n",
    "collections.abc.Iterator": "    count = 0\n    def __next__(self):\n        self.count += 1\n        if self.count > 3: raise StopIteration\n        return self.count\n",
    "enum.Enum": "    A = 3\n    B = 4\n",
    "enum.IntEnum": "    A = 3\n    B = 4\n",
}
PATIENCE = 20
MEMORY = 7 << 30


def bodies_of(method):
    parameters, bodies, _ = METHODS[method]
    return [(parameters, body) for body in bodies]


def definition(base, method, parameters, body):
    """The class statement of S, whose method leaves its name in the log."""
    lines = f"class S(Base):\n{REQUIRED.get(base, '    pass' + chr(10))}"
    if body == "= None":
        return lines + f"    {method} = None\n"
    passed = ", ".join(re.sub(r"=.*", "", p) if not p.startswith("*") else p for p in parameters.split(", ")[1:])
    decorator = "    @classmethod\n" if parameters.startswith("cls") and method != "__new__" else ""
    if body == "super":
        receiver = "cls, " if method == "__new__" else ""
        result = f"return super().{method}({receiver}{passed})"
    elif body == "raise":
        result = "raise ArithmeticError('raised')"
    else:
        result = f"return {body}"
    return lines + f"{decorator}    def {method}({parameters}):\n        log.append('{method}')\n        {result}\n"


def operations_of(method):
    """The operations that may call a method, as text."""
    name = method.strip("_")
    for group in METHODS[method][2].split():
        functions = [name]
        if group in ("arithmetic", "in_place") and name not in NUMBERS:
            functions = [name[1:]] if name[1:] in NUMBERS else ["add", "mul"]
        if group in ("arithmetic",) and name in NUMBERS:
            yield from (fill(operation, name) for operation in OPERATIONS["in_place"])
        if group == "comparison":
            opposite = {"lt": "gt", "gt": "lt", "le": "ge", "ge": "le", "eq": "ne", "ne": "eq"}
            functions = [name, opposite[name]]
        for function in functions:
            yield from (fill(operation, function) for operation in OPERATIONS[group])


def fill(operation, function):
    function_name = {"and": "and_", "or": "or_"}.get(function, function)
    if "i{function}" in operation:
        function_name = function
    return operation.replace("{op}", SYMBOLS.get(function, "")).replace("{function}", function_name)


def function_text(name, operation, made, arguments, inside):
    lines = [line for part in operation.replace("{a}", arguments).replace("{{", "{").replace("}}", "}").split("\n") for line in [part]]
    head = [f"def {name}(x):" if inside else f"def {name}(o, x):", "    t = x + 1"]
    if inside:
        head.append(f"    o = {made}")
    return "\n".join([*head, *("    " + line for line in lines), f"    return t, r{', o' if inside else ''}"]) + "\n"


class Program:
    """A module with S and one function for each operation and origin of the instance."""

    def __init__(self, folder, base, method, parameters, body):
        self.label, self.method = f"{base} {method} {body}", method
        self.arguments = BASES[base]
        self.is_enum = base.startswith("enum")
        self.made = "S.A" if self.is_enum else f"S({self.arguments})"
        child = "S.B" if self.is_enum else f"Child({self.arguments})"
        text = HEADER.replace("{base}", base).replace("{definition}", definition(base, method, parameters, body))
        self.text = text.replace("{made}", self.made).replace("{child}", child)
        if self.is_enum:
            self.text = self.text.replace("class Child(S):\n    pass\n", "")
        self.folder, self.functions = folder, []

    def add(self, operation, inside):
        name = f"f{len(self.functions)}"
        text = function_text(name, operation, self.made, self.arguments, inside)
        try:
            compile(text, "text", "exec")
        except SyntaxError:
            return
        self.functions.append((name, operation, inside, text))

    def load(self, number):
        """The module; None where there is no such class or no instance of it."""
        path = os.path.join(self.folder, f"special_{number}.py")
        with open(path, "w") as file:
            file.write(self.text + "".join("\n\n" + f[3] for f in self.functions))
        spec = importlib.util.spec_from_file_location(f"special_{number}", path)
        module = importlib.util.module_from_spec(spec)
        sys.modules[spec.name] = module
        try:
            spec.loader.exec_module(module)
            module.HOLDER = type("Holder", (), {"m": module.twin()})()
        except Exception:
            return None
        return module


def address_free(text):
    return re.sub(r"0x[0-9a-f]+", "0x…", text)


def text_of_exception(error):
    """Its text may be that of an argument, whose methods may raise."""
    try:
        return address_free(BaseException.__str__(error))
    except Exception as raised:
        return "raises", type(raised).__name__


PLAIN = (bool, int, float, complex, str, bytes, bytearray)


class Description:
    """What a result is, told without calling a method that it overrides."""

    def __init__(self, known):
        self.known = {id(value): name for name, value in known.items() if type(value) not in PLAIN}

    def of(self, value, depth=0):
        kind = type(value)
        name = type.__getattribute__(kind, "__qualname__")
        if id(value) in self.known and value is not None:
            if depth:
                return self.known[id(value)]
        if depth > 5:
            return name
        if issubclass(kind, torch.Tensor):
            return name, str(value.dtype), value.requires_grad, torch.Tensor.tolist(value)
        if value is None or isinstance(value, (types.ModuleType, type, types.FunctionType, types.BuiltinFunctionType)) and kind in (
            types.ModuleType, type, types.FunctionType, types.BuiltinFunctionType,
        ):  # fmt: skip
            return name, getattr(value, "__qualname__", None) or getattr(value, "__name__", None)
        parts = self.contents(value, kind, depth + 1)
        try:
            own = object.__getattribute__(value, "__dict__")
        except AttributeError:
            own = None
        if isinstance(own, dict) and not issubclass(kind, (type, types.ModuleType)) and "torch.nn" not in kind.__mro__[1].__module__:
            parts += tuple((k, self.of(v, depth + 1)) for k, v in own.items() if not str(k).startswith(("_cache", "_hash")))
        return (name, *parts)

    def contents(self, value, kind, depth):
        for plain in PLAIN:
            if issubclass(kind, plain):
                return (address_free(plain.__repr__(value)),)
        for plain in (list, tuple, deque):
            if issubclass(kind, plain):
                more = (value.maxlen,) if plain is deque and kind is deque else ()
                return (*more, *(self.of(v, depth) for v in plain.__iter__(value)))
        if issubclass(kind, dict):
            return tuple((self.of(k, depth), self.of(v, depth)) for k, v in dict.items(value))
        for plain in (set, frozenset):
            if issubclass(kind, plain):
                return tuple(sorted(repr(self.of(v, depth)) for v in plain.__iter__(value)))
        if issubclass(kind, BaseException):
            around = value.__cause__, value.__context__
            return (text_of_exception(value), self.of(BaseException.args.__get__(value), depth), *(self.of(e, depth) for e in around))
        if kind.__name__.endswith("iterator") or kind in (map, zip, filter, enumerate, reversed, types.GeneratorType) or kind.__module__ == "itertools":
            with contextlib.suppress(Exception):
                return ("yields", *(self.of(v, depth) for v in itertools.islice(value, 8)))
            return ("fails",)
        if kind in (type({}.keys()), type({}.values()), type({}.items())):
            return tuple(self.of(v, depth) for v in value)
        if kind in (torch.dtype, types.MappingProxyType, types.GenericAlias, types.UnionType, slice, range, type(...), type(NotImplemented)):
            return (address_free(repr(value)),)
        if kind in (types.MethodType, functools_partial):
            return (self.of(getattr(value, "__func__", value.__call__ if kind is not types.MethodType else None), depth),)
        return ()


functools_partial = type(__import__("functools").partial(len))


def outcome(module, function, inside, x):
    """What a call gives or raises, prints, logs, and makes of the instance."""
    x = x.clone()
    instance = None if inside else module.twin()
    held = module.HOLDER = type("Holder", (), {"m": module.twin()})()
    module.log.clear()
    random.seed(0)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        try:
            result = ("gives", function(*((x,) if inside else (instance, x))))
        except Exception as error:
            result = ("raises", error)
    if inside and result[0] == "gives":
        instance = result[1][2]
    description = Description({"o": instance, "holder": held, "x": x})
    parts = {"result": (result[0], description.of(result[1], -1 if result[0] == "raises" else 0))}
    parts["instance"] = description.of(instance, -1)
    parts["printed"] = address_free(printed.getvalue())
    parts["warned"] = [description.of(w.message, -1) for w in warned]
    parts["log"] = list(module.log)
    return parts


class Hangs(Exception):
    pass


def ring(*_):
    raise Hangs


class Machine:
    def __init__(self, show=False):
        self.counts, self.findings, self.show, self.number = Counter(), Counter(), show, 0
        self.graphs = 0
        self.x = torch.ones(2)

    def backend(self, module, inputs):
        self.graphs += 1
        return module.forward

    def run(self, program):
        self.number += 1
        module = program.load(self.number)
        if module is None:
            self.counts["no such class"] += 1
            return
        for name, operation, inside, text in program.functions:
            function = getattr(module, name)
            self.counts["programs"] += 1
            try:
                signal.alarm(PATIENCE)
                difference = self.compare(module, function, inside)
                signal.alarm(0)
            except (Hangs, MemoryError) as error:
                module.log.clear()
                difference = f"does not end: {type(error).__name__}"
            if difference:
                self.report(program, operation, inside, text, difference)
        alternator.reset()
        sys.modules.pop(module.__name__, None)
        os.remove(module.__file__)

    def compare(self, module, function, inside):
        x = torch.ones(2)
        expected = outcome(module, function, inside, x)
        if outcome(module, function, inside, x) != expected:
            self.counts["not the same twice as written"] += 1
            return None
        alternator.reset()
        self.graphs = 0
        compiled = alternator.compile(function, backend=self.backend)
        for time_ in ("first", "second"):
            found = outcome(module, compiled, inside, x)
            if found != expected:
                return "\n".join(
                    f"    {part}, {time_} call: {found[part]}\n        as written: {expected[part]}" for part in expected if found[part] != expected[part]
                )
        self.counts["captured"] += self.graphs > 0
        self.counts["captured whole"] += self.graphs == 1 and not alternator.counters()["break_reasons"]
        return None

    def report(self, program, operation, inside, text, difference):
        self.counts["differences"] += 1
        # One of a kind is enough to read: other bases and bodies most often fail alike.
        kind = program.method, operation
        self.findings[kind] += 1
        if self.findings[kind] > 1 and not self.show:
            return
        where = "made inside" if inside else "from outside"
        print(f"{program.label} | {operation!r} | {where}\n{difference}", flush=True)
        if self.show:
            print(program.text + text)


def main(seed=0, seconds=60.0, every=False, part=(1, 1), bases=None, methods=None, operation=None, show=False):
    faulthandler.enable()
    signal.signal(signal.SIGALRM, ring)
    # A program that does not end, as written or compiled, takes no more than this.
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
    alternator.api._engine.capture_every_frame(False)
    machine, chance = Machine(show), random.Random(seed)
    kinds = [(base, method, *body) for base in (bases or BASES) for method in (methods or METHODS) for body in bodies_of(method)]
    deadline = time.monotonic() + seconds
    with tempfile.TemporaryDirectory() as folder:
        if every:
            chosen = kinds[part[0] - 1 :: part[1]]
        else:
            chosen = iter(lambda: chance.choice(kinds) if time.monotonic() < deadline else None, None)
        for base, method, parameters, body in chosen:
            program = Program(folder, base, method, parameters, body)
            found = [(text, inside) for text in dict.fromkeys(operations_of(method)) for inside in (False, True)]
            found = [(text, inside) for text, inside in found if operation is None or operation in text]
            if not every:
                found = chance.sample(found, min(len(found), 12))
            for text, inside in found:
                program.add(text, inside)
            machine.run(program)
    print(", ".join(f"{count} {what}" for what, count in machine.counts.items()))
    return machine.counts["differences"]


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--part", default="1/1")
    parser.add_argument("--base", action="append")
    parser.add_argument("--method", action="append")
    parser.add_argument("--operation")
    parser.add_argument("--show", action="store_true")
    given = parser.parse_args()
    part = tuple(map(int, given.part.split("/")))
    sys.exit(bool(main(given.seed, given.seconds, given.all, part, given.base, given.method, given.operation, given.show)))
