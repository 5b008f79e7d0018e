"""Makes a program smaller that shows a fault, as long as it shows the same.

Statements are taken out, in ever smaller groups; what holds a block is replaced by the block; an
expression by one of its parts, or by a constant. Nothing here knows what a program is about.
"""

from __future__ import annotations

import ast
import copy
import time
from collections.abc import Callable, Iterator

# Seconds for one program, and how many candidates are tried.
LONGEST = 90.0
MOST = 1500
# What a program cannot do without.
KEPT = ("fn", "calls")


def shrink(text: str, kind_of: Callable[[str], str], kind: str, end: float | None = None) -> str:
    """The smallest program found whose fault is of this kind."""
    limit = time.monotonic() + LONGEST
    search = Search(text, kind_of, kind, min(limit, end + LONGEST / 3) if end else limit)
    return search.run()


class Search:
    def __init__(self, text: str, kind_of: Callable[[str], str], kind: str, end: float) -> None:
        self.best, self.kind_of, self.kind, self.end = text, kind_of, kind, end
        self.tried: set[str] = set()

    def run(self) -> str:
        try:
            normal = ast.unparse(ast.parse(self.best)) + "\n"
        except (SyntaxError, RecursionError):
            return self.best
        if not self.holds(normal):
            return self.best
        self.best = normal
        while self.pass_over(statements) or self.pass_over(expressions):
            pass
        return self.best

    def pass_over(self, edits: Callable[[ast.Module], Iterator[Callable[[ast.Module], bool]]]) -> bool:
        """Tries every edit once, going on from each that succeeds; whether any did."""
        succeeded = False
        position = 0
        while not self.over():
            tree = ast.parse(self.best)
            todo = list(edits(tree))
            if position >= len(todo):
                break
            if self.attempt(tree, todo[position]):
                succeeded = True  # what follows has moved to this position
            else:
                position += 1
        return succeeded

    def attempt(self, tree: ast.Module, edit: Callable[[], None]) -> bool:
        edit()
        try:
            text = ast.unparse(ast.fix_missing_locations(tree)) + "\n"
            ast.parse(text)
        except Exception:  # an edit may leave what is no program
            return False
        if len(text) >= len(self.best) or text in self.tried:
            return False
        self.tried.add(text)
        if self.holds(text):
            self.best = text
            return True
        return False

    def holds(self, text: str) -> bool:
        return self.kind_of(text) == self.kind

    def over(self) -> bool:
        return time.monotonic() > self.end or len(self.tried) > MOST


def statements(tree: ast.Module) -> Iterator[Callable[[], None]]:
    """Takes out runs of statements, the longest first; puts blocks in the place of what holds them."""
    blocks = list(blocks_of(tree))
    longest = max((len(block) for block in blocks), default=0)
    size = 1
    while size * 2 <= longest:
        size *= 2
    while size:
        for block in blocks:
            for start in range(0, len(block), size):
                part = block[start : start + size]
                if len(part) < size and size > 1 or any(getattr(s, "name", None) in KEPT for s in part):
                    continue
                yield lambda block=block, part=part: remove(block, part)
        size //= 2
    for block in blocks:
        for place, statement in enumerate(block):
            if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
                if statement.decorator_list:
                    yield lambda s=statement: s.decorator_list.clear()
                continue
            for inner in inner_blocks(statement):
                yield lambda block=block, place=place, inner=inner: replace(block, place, inner)


def remove(block: list[ast.stmt], part: list[ast.stmt]) -> None:
    block[:] = [s for s in block if s not in part] or [ast.Pass()]


def replace(block: list[ast.stmt], place: int, inner: list[ast.stmt]) -> None:
    block[place : place + 1] = inner


def blocks_of(tree: ast.AST) -> Iterator[list[ast.stmt]]:
    for node in ast.walk(tree):
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(block, list) and block and isinstance(block[0], ast.stmt):
                if not (len(block) == 1 and isinstance(block[0], ast.Pass)):
                    yield block
        handlers = getattr(node, "handlers", None) or getattr(node, "cases", None)
        if isinstance(handlers, list) and len(handlers) > 1:
            yield handlers


def inner_blocks(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    for name in ("body", "orelse", "finalbody"):
        block = getattr(statement, name, None)
        if isinstance(block, list) and block and isinstance(block[0], ast.stmt):
            yield block
    for case in getattr(statement, "handlers", None) or getattr(statement, "cases", None) or ():
        yield case.body


def expressions(tree: ast.Module) -> Iterator[Callable[[], None]]:
    """Puts a part, or a constant, in the place of an expression; drops items of lists."""
    for node in ast.walk(tree):
        for name, value in ast.iter_fields(node):
            if isinstance(value, list):
                if isinstance(node, ast.Compare):
                    continue
                for place, item in enumerate(value):
                    if isinstance(item, (ast.expr, ast.keyword, ast.comprehension, ast.arg, ast.withitem)):
                        yield lambda value=value, place=place: value.__delitem__(place)
                    if isinstance(item, ast.expr):
                        for part in parts_of(item):
                            yield lambda value=value, place=place, part=part: value.__setitem__(place, part)
            elif isinstance(value, ast.expr):
                for part in parts_of(value):
                    yield lambda node=node, name=name, part=part: setattr(node, name, part)


def parts_of(expression: ast.expr) -> Iterator[ast.expr]:
    if isinstance(expression, (ast.Constant, ast.Name)):
        return
    for child in ast.iter_child_nodes(expression):
        if isinstance(child, ast.expr) and isinstance(getattr(child, "ctx", ast.Load()), ast.Load):
            yield copy.deepcopy(child)
    if not isinstance(getattr(expression, "ctx", ast.Load()), ast.Store):
        yield ast.Constant(0)
        yield ast.Constant(None)
