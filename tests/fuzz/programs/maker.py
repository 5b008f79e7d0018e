"""Makes text of a wanted type: templates with holes, filled by further templates or by variables.

A type is a name (`int`, `strs`; `rows.py` lists what there is of each), `object C0` for a class of the program, or a
`Tensor`. In a template

- `<int>` is an expression of type int, `<int.atom>` a name or a literal (which may stand in an f-string),
  `<ints.var>` a variable that has the type, `<ints.own>` one that may be assigned to,
  `<ints.path>` a variable or an attribute;
- `<int;$q=str>` is an expression in which the name `$q` has type str; `$q` itself is a name that nothing else has;
- `<any>` is an expression of any type.

What cannot be made where it stands raises `No`, and another template is taken.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

from fuzz.programs.avoid import AVOIDED


class No(Exception):
    """Nothing of that kind can be made here."""


class Tensor(NamedTuple):
    dtype: str = "float32"
    dims: tuple[str | int, ...] | None = None
    """Sizes: numbers, or names of sizes that differ from call to call; None where nobody kept count."""


Type = str | Tensor
Make = Callable[["Maker", Type, int], str]
HOLE = re.compile(r"<([a-z]+)((?:;\$\w+=\w+)*)(\.atom|\.var|\.own|\.path)?>")
NAME = re.compile(r"\$(\w+)")
SIMPLE = re.compile(r"[A-Za-z_][\w.]*$|'[^']*'$|\[[^\[\]()]*\]$")


@dataclass
class Rows:
    """Ways to make a type: templates and functions, each as likely as the others, and literals."""

    templates: list[str] = field(default_factory=list)
    functions: list[Make] = field(default_factory=list)
    literals: list[str] = field(default_factory=list)


ROWS: dict[str, Rows] = {}
STATEMENTS: list[str] = []


def rows(type_name: str) -> Rows:
    return ROWS.setdefault(type_name, Rows())


def templates(type_name: str, text: str) -> None:
    """Registers templates, one a line. One that begins with `?word?` is left out while `word` is avoided."""
    rows(type_name).templates += allowed(text)


def statements(text: str) -> None:
    """Registers statements of one line."""
    STATEMENTS.extend(allowed(text))


def allowed(text: str) -> Iterator[str]:
    for line in text.strip().splitlines():
        line = line.strip()
        if line.startswith("?"):
            _, word, line = line.split("?", 2)
            if word in AVOIDED:
                continue
        if line:
            yield line.strip()


def makes(type_name: str, times: int = 1) -> Callable[[Make], Make]:
    """Registers a function that makes a type; `times` makes it more likely."""

    def register(make: Make) -> Make:
        rows(type_name).functions += [make] * times
        return make

    return register


class Maker:
    """Writes one program: its lines, and the names that can be used at the present place."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.lines: list[str] = []
        self.indentation = 0
        self.blocks: list[dict[str, Type]] = [{}]
        self.used = 0
        self.loops = 0
        self.functions: list[object] = []
        self.classes: dict[str, object] = {}
        self.returns: Type | None = None
        self.fixed: set[str] = set()
        """Names that must not be assigned to."""

    # Names

    def name(self, stem: str = "v") -> str:
        self.used += 1
        return f"{stem}{self.used}"

    def add(self, name: str, kind: Type) -> str:
        self.blocks[-1][name] = kind
        return name

    def names(self) -> dict[str, Type]:
        found: dict[str, Type] = {}
        for block in self.blocks:
            found.update(block)
        return found

    def paths_of(self, kind: Type) -> list[str]:
        return [n for n, k in self.names().items() if matches(k, kind)]

    def variable(self, kind: Type, path: bool = False, own: bool = False) -> str:
        found = [n for n in self.paths_of(kind) if (path or "." not in n) and not (own and n in self.fixed)]
        if not found:
            raise No
        return self.random.choice(found)

    @contextlib.contextmanager
    def block(self, **names: Type) -> Iterator[None]:
        self.blocks.append(dict(names))
        try:
            yield
        finally:
            self.blocks.pop()

    # Text

    def line(self, text: str) -> None:
        self.lines.append("    " * self.indentation + text)

    @contextlib.contextmanager
    def body(self, head: str, **names: Type) -> Iterator[None]:
        """The lines of a block under its head."""
        self.line(head)
        self.indentation += 1
        before = len(self.lines)
        try:
            with self.block(**names):
                yield
            if len(self.lines) == before:
                self.line("pass")
        finally:
            self.indentation -= 1

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    # Expressions

    def expression(self, kind: Type, depth: int = 2) -> str:
        """An expression of a type, in parentheses where it needs them."""
        text = self.bare(kind, depth)
        return text if SIMPLE.match(text) else f"({text})"

    def bare(self, kind: Type, depth: int) -> str:
        found = self.paths_of(kind)
        if found and self.chance(0.3 if depth > 0 else 0.8):
            return self.random.choice(found)
        if depth > 0:
            for _ in range(6):
                try:
                    return self.composed(kind, depth)
                except No:
                    pass
        if found and self.chance(0.8):
            return self.random.choice(found)
        return self.literal(kind)

    def composed(self, kind: Type, depth: int) -> str:
        family = family_of(kind)
        known = ROWS.get(family)
        if known is None:
            raise No
        choices = len(known.templates) + 3 * len(known.functions)
        if not choices:
            raise No
        chosen = self.random.randrange(choices)
        if chosen < len(known.templates):
            return self.fill(known.templates[chosen], depth - 1)
        return known.functions[(chosen - len(known.templates)) // 3](self, kind, depth - 1)

    def literal(self, kind: Type) -> str:
        if isinstance(kind, Tensor):
            from fuzz.programs.tensors import literal

            return literal(self, kind)
        known = ROWS.get(family_of(kind))
        if kind.startswith("object "):
            from fuzz.programs.classes import instance

            return instance(self, kind, 0)
        if known is None or not known.literals:
            raise No
        return self.random.choice(known.literals)

    def atom(self, kind: Type) -> str:
        found = [n for n, its in self.names().items() if its == kind and "." not in n]
        if found and self.chance(0.8):
            return self.random.choice(found)
        text = self.literal(kind).replace("'", '"')  # before 3.12 an f-string cannot hold its own quotes
        return f"({text})" if text[0] == "{" else text

    def any(self, depth: int) -> str:
        return self.expression(self.any_type(), depth)

    def any_type(self) -> Type:
        names = list(self.names().values())
        if names and self.chance(0.6):
            return self.random.choice(names)
        return self.random.choice(ANY)

    def fill(self, template: str, depth: int) -> str:
        own: dict[str, str] = {}

        def named(match: re.Match[str]) -> str:
            return own.setdefault(match[1], self.name(match[1]))

        def hole(match: re.Match[str]) -> str:
            kind, bound, form = match.groups()
            if kind == "any":
                return self.any(depth)
            if kind == "tensor":
                kind = Tensor(dims=None)
            if form == ".atom":
                return self.atom(kind)
            if form == ".own":
                return self.variable(kind, own=True)
            if form in (".var", ".path"):
                return self.variable(kind, path=form == ".path")
            extra = {}
            for binding in filter(None, bound.split(";")):
                name, its = binding.split("=")
                extra[own.setdefault(name[1:], self.name(name[1:]))] = Tensor() if its == "tensor" else its
            with self.block(**extra):
                return self.expression(kind, depth)

        return NAME.sub(named, HOLE.sub(hole, template))


ANY: list[Type] = ["int", "float", "bool", "str", "ints", "strs", "pair", "dict", "set", "none", "bytes", "complex",
                   "tensors", "named", "nested", "maybe", "function", "frozenset"]  # fmt: skip


def family_of(kind: Type) -> str:
    return "tensor" if isinstance(kind, Tensor) else kind.split(" ")[0]


def matches(kind: Type, wanted: Type) -> bool:
    """Whether a variable of one type can be used for another."""
    if kind == wanted:
        return True
    if isinstance(wanted, Tensor) and isinstance(kind, Tensor):
        return wanted.dims is None and wanted.dtype == kind.dtype
    return wanted == "float" and kind == "int"
