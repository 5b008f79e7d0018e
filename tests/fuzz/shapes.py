"""The machine for sizes and numbers: expressions of them, in branches, results and operators, for changing arguments.

A program is a function of two tensors, two ints, a float and a bool. Its statements compute with sizes and numbers, branch on
them and hand them to operators. It is called with sizes from 0 to 12 and with numbers around 0, 2**31, 2**53, 2**62 and 2**63,
each call beside the one before or far from it. Results must be those of the function as written.

Where sizes are dynamic from the start, the entries must also serve: a call that takes the way of an earlier one through the
program, with sizes of the same kind (0, 1 or more, equal to the same others), should meet its entry. How many do is counted.
"""

from __future__ import annotations

import os
import sys
from random import Random
from typing import Any

from fuzz import oracle

HEAD = '''"""Made by tests/fuzz/shapes.py."""

import math
import operator

import torch
import torch.nn.functional as F

RAISED = (ArithmeticError, ValueError, TypeError, IndexError, RuntimeError)


def small(number, most=12):
    return max(0, min(number, most))


def middle(number):
    return max(-1000, min(number, 1000))


config = {"recompile_limit": 64}
'''

INTS = (
    "x.shape[0]", "x.shape[1]", "x.size(0)", "len(x)", "x.numel()", "y.shape[0]", "y.size(-1)", "x.stride(0)", "x.shape[-1]", "n", "m", "n", "m", "x.ndim", "int(b)", "x.shape.numel()",
    "0", "1", "2", "3", "5", "7", "-1", "-3", "12", "2**31", "2**53", "2**62", "2**63 - 1", "-2**63",
)  # fmt: skip
OF_INTS = (
    "{i} + {i}", "{i} - {i}", "{i} * {i}", "{i} + {i}", "{i} - {i}", "{i} * {i}", "{i} // {i}", "{i} % {i}", "{i} // 2", "{i} % 3", "{i} // -2", "{i} % -3", "({i}) ** 2", "({i}) ** 3", "2 ** small({i})",
    "{i} << small({i})", "{i} >> small({i})", "{i} & {i}", "{i} | {i}", "{i} ^ {i}", "-({i})", "+({i})", "~({i})", "abs({i})", "min({i}, {i})", "max({i}, {i})", "min({i}, {i}, {i})", "divmod({i}, {i})[0]",
    "divmod({i}, {i})[1]", "int({f})", "round({f})", "math.floor({f})", "math.ceil({f})", "math.trunc({f})", "int({i} / 2)", "math.floor({i} / {i})", "math.ceil({i} / {i})", "math.gcd({i}, {i})",
    "math.isqrt(abs({i}))", "int({c})", "({i}).bit_length()", "sum(({i}, {i}))", "math.prod(({i}, {i}))", "({i} if {c} else {i})", "torch.sym_max({i}, {i})", "torch.sym_min({i}, {i})", "torch.sym_int({f})",
    "operator.floordiv({i}, {i})", "operator.index({i})", "len(range({i}))", "pow({i}, 2)", "pow(small({i}), 3, 5)", "({i}).__add__({i})", "({i} or {i})", "({i} and {i})", "middle({i})", "small({i})", "round({i})", "-({i}) // {i}",
    "({i} + {i} - 1) // {i}", "{c} + {c}", "{i} + {c}", "torch.sym_ite({c}, {i}, {i})", "int(str({i}))", "({i}) ** small({i}, 3)",
)  # fmt: skip
FLOATS = ("f", "f", "f", "0.5", "2.0", "-1.5", "0.0", "1e10", "float('inf')", "float(n)")
OF_FLOATS = (
    "{f} + {f}", "{f} - {f}", "{f} * {f}", "{i} / {i}", "{i} / 2", "{f} / {f}", "{f} // {f}", "{f} % {f}", "{i} * 0.5", "{i} + {f}", "float({i})", "-({f})", "abs({f})", "min({f}, {i})", "max({f}, {f})", "math.sqrt(abs({i}))",
    "({i}) ** 0.5", "({i}) ** -1", "({f}) ** 2", "math.fabs({f})", "({f} if {c} else {f})", "torch.sym_float({i})", "math.log(1 + abs({i}))", "math.exp(min({f}, 3))", "math.pow({i}, 2)", "float({c})", "round({f}, 1)",
    "({f}) ** small({i}, 3)", "math.copysign({f}, {f})", "{f} - {i}", "math.fmod({f}, 3)", "math.hypot({f}, {f})", "math.sin({f})", "sum(({f}, {i}))", "torch.sym_max({f}, {i})", "{i} // {f}", "({f}).__rsub__({i})", "math.tanh({f})",
)  # fmt: skip
TRUTHS = ("b", "True", "{i} > 0", "{i} == {i}")
OF_TRUTHS = (
    "{i} < {i}", "{i} <= {i}", "{i} > {i}", "{i} >= {i}", "{i} == {i}", "{i} != {i}", "{i} < {i} < {i}", "{i} % 2 == 0", "{i} % 2", "not {i}", "not {c}", "({c} and {c})", "({c} or {c})", "bool({i})", "{i} in (1, 2, 5)", "{f} < {f}",
    "{f} == {i}", "{f} > {i}", "{f} != {f}", "{i} > {f}", "math.isnan({f})", "math.isinf({f})", "({f}).is_integer()", "torch.sym_not({c})", "bool({f})", "isinstance({i}, int)", "{i} is None", "({i}, {i}) == ({i}, {i})", "{c} == {c}",
    "{c} ^ {c}", "{c} & {c}", "x.shape == y.shape", "x.shape[:1] == (small({i}),)", "any(({c}, {c}))", "all(({c}, {c}))", "({i} & 1)", "math.isclose({f}, {f})", "x.is_contiguous()", "{i} == {f}", "({i}, {f}) < ({i}, {f})",
)  # fmt: skip
TENSORS = (
    "x[small({i}):]", "x[:middle({i})]", "x[middle({i}):]", "x[::max(1, small({i}))]", "x.new_zeros(small({i}))", "x.new_ones(small({i}), small({i}))", "torch.arange(small({i})) + middle({i})", "x + middle({i})", "x * {f}", "x + {i}",
    "torch.full((small({i}),), middle({i}))", "x.repeat(small({i}, 3), 1)", "x.roll(middle({i}), 0)", "F.pad(x, (small({i}), 0))", "x.narrow(0, small({i}), small({i}))", "x.reshape(-1, small({i}))", "x.reshape({i}, -1)", "x.flatten() + 1",
    "x.view(x.shape[1], x.shape[0])", "x.sum() * middle({i})", "x.t() @ x", "torch.cat([x, x.new_ones(small({i}), x.shape[1])])", "x.expand(small({i}), *x.shape)", "x[{i}]", "x.select(1, middle({i}))", "x.split(max(1, small({i})))[-1]",
    "x.unfold(0, small({i}), 1)", "x.chunk(max(1, small({i})))[0]", "torch.linspace(0, 1, small({i}))", "x.tile(small({i}, 3))", "x.unsqueeze(middle({i}))", "torch.zeros(small({i}), {i} % 5)", "x.new_empty(small({i})).shape", "x.as_strided((small({i}, 2),), (1,))",
    "x.diagonal(middle({i}))", "torch.tril(x, middle({i}))", "x + torch.tensor(middle({i}))", "y[small({i}):small({i})] * 2", "x.mean(0) / ({i})", "torch.eye(small({i}))", "x.unbind()[middle({i})]", "x.repeat_interleave(small({i}, 3), 0)",
    "F.one_hot(torch.arange(small({i}, 4)), max(4, small({i})))", "x.movedim(0, 1)[:, small({i}):]", "torch.stack([x] * small({i}, 3))", "x.clamp(max={f})", "x.pow(small({i}, 3))", "x.div({i})", "torch.scalar_tensor({f})", "x.sub(1, alpha=middle({i}))",
    "F.avg_pool1d(x[None], max(1, small({i}, 3)))", "x.new_full((2,), {f})", "y.numel() + x", "(x + y)", "x @ y.t()", "torch.broadcast_to(y, x.shape)", "x.sum(0).dot(y[0])",
)  # fmt: skip
NUMBERS = [*range(-3, 13), 0, 1, 2, 3, 4, 5, *(s * 2**e + d for s in (1, -1) for e in (31, 53, 62, 63) for d in (-1, 0, 1))]
REALS = ("0.0", "-0.0", "0.5", "1.0", "1.5", "2.0", "-2.5", "3.0", "1e10", "-1e300", "1e-300", "float('inf')", "float('nan')", "2.0**53", "2.0**63", "-2.0**63", "7.0", "0.1")


class Maker:
    def __init__(self, random: Random) -> None:
        self.random = random
        self.names: dict[str, list[str]] = {"i": [], "f": [], "c": []}
        self.lines: list[str] = []
        self.branches = 0

    def expression(self, kind: str, depth: int) -> str:
        random = self.random
        if self.names[kind] and random.random() < 0.2:
            return random.choice(self.names[kind])
        leaves, inner = {"i": (INTS, OF_INTS), "f": (FLOATS, OF_FLOATS), "c": (TRUTHS, OF_TRUTHS)}[kind]
        template = random.choice(leaves if depth <= 0 or random.random() < 0.25 else inner)
        return f"({self.fill(template, depth - 1)})" if "{" in template else template

    def fill(self, template: str, depth: int) -> str:
        parts = template.split("{")
        text = parts[0]
        for part in parts[1:]:
            text += self.expression(part[0], depth) + part[2:]
        return text

    def line(self, indent: int, text: str) -> None:
        self.lines.append("    " * indent + text)

    def statements(self, indent: int, count: int) -> None:
        for _ in range(count):
            self.statement(indent)

    def statement(self, indent: int) -> None:
        random = self.random
        what = random.choices(("name", "out", "tensor", "branch", "loop", "change"), (4, 3, 3, 4 if indent < 3 else 0, 0.4 if indent < 3 else 0, 1))[0]
        if what == "branch":
            self.branch(indent)
            return
        if what == "loop":
            self.line(indent, f"for k in range(small({self.expression('i', 1)}, 4)):")
            self.line(indent + 1, f"out.append(k + {self.expression('i', 1)})")
            return
        kind = random.choice("iiifc")
        guarded = random.random() < 0.7
        if guarded:
            self.line(indent, "try:")
        inner = indent + guarded
        if what == "name":
            name = f"{kind}{len(self.names[kind])}"
            self.line(inner, f"{name} = {self.expression(kind, 3)}")
        elif what == "out":
            self.line(inner, f"out.append({self.expression(kind, 3)})")
        elif what == "change":
            self.line(inner, f"x = x + {self.fill(random.choice(('middle({i})', '{f}', '({c}) * 1')), 2)}")
        else:
            self.line(inner, f"out.append({self.fill(random.choice(TENSORS), 2)})")
        if guarded:
            self.line(indent, "except RAISED as error:")
            self.line(indent + 1, "out.append(type(error).__name__)")
        if what == "name":
            if guarded:
                self.line(indent + 1, f"{name} = {random.choice(('1', '0', 'n')) if kind == 'i' else '1.5' if kind == 'f' else 'False'}")
            if indent == 1:
                self.names[kind].append(name)

    def branch(self, indent: int) -> None:
        condition = self.expression("c", 3) if self.random.random() < 0.8 else self.expression("i", 2)
        for head in (f"if {condition}:", "else:"):
            self.line(indent, head)
            self.branches += 1
            self.line(indent + 1, f"way.append({self.branches})")
            self.statements(indent + 1, self.random.randint(0, 2))

    def calls(self) -> list[str]:
        random = self.random
        lines = ["def calls():"]
        sizes = [random.randint(0, 12) if random.random() < 0.3 else random.randint(2, 12) for _ in range(4)]
        numbers: list[Any] = [random.choice(NUMBERS), random.choice(NUMBERS), random.choice(REALS), random.random() < 0.5]
        tied = random.random() < 0.5
        for _ in range(random.randint(4, 10)):
            if tied:
                sizes[2:] = sizes[:2]
            transposed = ".t()" if random.random() < 0.1 else ""
            shape = f"({sizes[1]}, {sizes[0]}))" if transposed else f"({sizes[0]}, {sizes[1]}))"
            lines.append(f"    yield torch.ones({shape}{transposed}, torch.ones(({sizes[2]}, {sizes[3]})), {', '.join(map(str, numbers))}")
            for _ in range(random.choice((1, 1, 2, 5))):
                self.step(sizes, numbers)
        return lines

    def step(self, sizes: list[int], numbers: list[Any]) -> None:
        """To an argument's neighbour, or far away."""
        random = self.random
        place = random.randrange(8)
        near = random.random() < 0.6
        if place < 4:
            sizes[place] = min(12, max(0, sizes[place] + random.choice((-1, 1)))) if near else random.randint(0, 12)
        elif place < 6:
            numbers[place - 4] = numbers[place - 4] + random.choice((-1, 1)) if near else random.choice(NUMBERS)
        elif place == 6:
            numbers[2] = random.choice(REALS)
        else:
            numbers[3] = not numbers[3]


def make(random: Random) -> str:
    maker = Maker(random)
    maker.statements(1, random.randint(2, 8))
    options = random.choice(([{"dynamic": True}], [{}], [{}, {"dynamic": True}]))
    body = "\n".join(maker.lines)
    calls = "\n".join(maker.calls())
    return f"{HEAD}options = {options!r}\n\n\ndef fn(x, y, n, m, f, b):\n    out, way = [], []\n{body}\n    return x, out, way\n\n\n{calls}\n"


def check(path: str, settings: oracle.Settings) -> oracle.Outcome:
    outcome = oracle.check(path, settings)
    if not outcome.kind and outcome.captured:
        serve(path, outcome, settings)
    return outcome


def serve(path: str, outcome: oracle.Outcome, settings: oracle.Settings) -> None:
    """Counts the calls that go the way of an earlier one, with arguments of its kind, and those of them that are compiled anew."""
    import alternator

    with open(path) as file:
        names = oracle.load(os.path.abspath(path), compile(file.read(), path, "exec"))
    alternator.reset()
    seen: set[Any] = set()
    with alternator.config.patch(**names.get("config", {})):
        function = alternator.compile(names["fn"], backend=settings.backend, dynamic=True)
        for arguments in names["calls"]():
            try:
                way = names["fn"](*arguments)[2]
            except Exception:
                continue
            kind = kind_of(arguments, way)
            before = alternator.counters()
            function(*arguments)
            after = alternator.counters()
            if kind in seen:
                outcome.numbers["neighbours"] = outcome.numbers.get("neighbours", 0) + 1
                anew = after["recompiles"] > before["recompiles"]
                outcome.numbers["neighbours compiled anew"] = outcome.numbers.get("neighbours compiled anew", 0) + anew
            seen.add(kind)
    alternator.reset()
    sys.modules.pop(oracle.module_name(path), None)


def kind_of(arguments: tuple[Any, ...], way: list[int]) -> Any:
    """What entries tell apart whatever the program asks: sizes 0 and 1, which sizes are equal, strides' order, large ints."""
    x, y, n, m, f, b = arguments
    sizes = [*x.shape, *y.shape]
    return (
        tuple(way), tuple(min(size, 2) for size in sizes), tuple(sizes.index(size) for size in sizes), x.is_contiguous(), y.is_contiguous(),
        *(number if number in (0, 1) or abs(number) >= 2**62 else 2 for number in (n, m)), repr(f), b,
    )  # fmt: skip
