"""The machine for torch's control flow: `torch.cond`, `while_loop`, `scan`, `map` and `associative_scan`, in one another, over tensors,
sizes and numbers, with whatever their functions take from around them.

What a program should do, these functions say in plain Python (`in_plain_python`): a call of the branch that is chosen, a loop that
calls its body. Torch's own functions refuse some of this, and tell their results from what a branch gives (these require gradients
whenever an operand does). So where a compiled run differs from plain Python, it may also do what torch does: uncompiled, where `cond`
compiles its branches by itself, or under `torch.compile`. How often that is so is counted.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from random import Random
from typing import Any
from unittest import mock

import torch
import torch._higher_order_ops as ops
from torch._higher_order_ops import utils
from torch.utils._pytree import tree_flatten, tree_map, tree_unflatten

from fuzz import oracle
from fuzz.describe import Values

HEAD = '''"""Made by tests/fuzz/branches.py."""

import functools
from collections import namedtuple

import torch
import torch._higher_order_ops as ops
from torch import nn

Pair = namedtuple("Pair", "one two")
LIMIT = 3


def like(made, x):
    return made.to(x.dtype)


def grown(a, by=1):
    return a * by + a.shape[0]


def chosen(a, limit):
    return torch.cond(a.sum() > limit, lambda v: v * 2, lambda v: v - limit, (a,))


def made(rows, columns, dtype, sign, strided=False, gradients=False):
    numbers = torch.arange(rows * columns, dtype=torch.float64).reshape(rows, columns).sub(columns).mul(sign / 2)
    numbers = numbers.t().contiguous().t() if strided else numbers
    return numbers.to(dtype).requires_grad_(gradients)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.tensor(1.5))
        self.linear = nn.Linear(3, 3)
        nn.init.constant_(self.linear.weight, 0.5)
        nn.init.constant_(self.linear.bias, -1.0)
        self.register_buffer("shift", torch.tensor(2.0))
        self.flag, self.steps = True, 2

    def up(self, a):
        return like(a + self.shift, a)

    def down(self, a):
        return like(a * self.scale, a)
'''

DTYPES = ("torch.float32", "torch.float32", "torch.float32", "torch.float64", "torch.int64", "torch.bfloat16")
# `{t}` is a tensor of the sizes and dtype of `x` (in a scan, of a row of it), and so is the result; `{i}` an int, `{f}` a float, `{q}` a condition that is no tensor's.
TENSORS = (
    "{t} + {t}", "{t} * 2", "{t} + {i}", "{t} - {i}", "like({t} * {f}, x)", "like({t} + {f}, x)", "like({t}.sin() * 3, x)", "like({t} * net.scale, x)", "like({t} + net.shift, x)",
    "{t}.flip(0)", "like({t}.cumsum(0), x)", "{t}.roll(1, 0)", "{t}.clone().mul_(2)", "{t} + {t}.shape[0]", "{t} * {t}.numel()", "torch.where({t} > 0, {t}, -{t})", "{t}.clamp(max=9) + 1", "like({t} / {t}.shape[-1], x)",
    "{t} - like({t}.sum(), x)", "{t}.abs()", "{t}.masked_fill({t} > 2, 1)", "like(torch.stack([{t}, {t}]).sum(0), x)", "grown({t})", "grown({t}, {i})", "like({t} + y, x)", "{t}.detach() + {t}", "{t}.neg()", "net.up({t})", "net.down({t})",
    "{t} + torch.ones_like({t})", "{t} + {t}.new_full((), {i})", "({t} + 1)[:]", "{t}.clone()", "like(torch.maximum({t}, {t}), x)", "{t} * int({q})", "({t} + {i} if {q} else {t} * 2)", "{t} + LIMIT", "chosen({t}, {i})", "{t} + len({t}.shape)",
)  # fmt: skip
OF_MATRICES = (
    "{t}.t().contiguous().t()", "like(net.linear({t}.to(net.scale.dtype)), x)", "like(net.linear({t}.to(net.scale.dtype)), x)", "{t} + {t}[0]", "{t} + {t}.new_ones({t}.shape[0], 1)", "torch.cat([{t}[1:], {t}[:1]])",
    "{t} + torch.arange({t}.shape[0])[:, None].to(x.dtype)", "{t}.reshape(-1).view({t}.shape) + 0", "{t}.expand(2, *{t}.shape).sum(0).to(x.dtype)", "{t} @ {t}.new_ones({t}.shape[1], {t}.shape[1])", "{t} + {t}.amax(0, keepdim=True)",
)  # fmt: skip
INTS = (
    "{t}.shape[0]", "x.shape[0]", "x.shape[0] * 2", "x.shape[-1] - 1", "x.shape[0] // 2", "n", "n", "n + 1", "2", "3", "{t}.dim()", "x.size(0) + n", "len(x)", "net.steps", "LIMIT", "int(b)", "x.numel()", "min(n, x.shape[0])", "n % 3", "-n",
)  # fmt: skip
FLOATS = ("f", "f", "0.5", "f * 2", "x.shape[0] / 2", "float(n)", "-f", "f + n", "1.5")
TRUTHS = (
    "{t}.sum() > 0", "{t}.sum() > {i}", "({t} > 0).any()", "({t} < {i}).all()", "y > 1", "y == n", "y.bool()", "x.shape[0] > 2", "{i} > 2", "{i} < {i}", "b", "not b", "x.shape[0] % 2 == 0", "n > 2", "f > 0.5", "net.flag", "True",
    "torch.tensor(b)", "x.shape[0] == x.shape[-1]", "(x.shape[0] > 2) & (n > 1)", "x.shape[0] > 2 and b", "(y > 1) & ({t}.sum() > 0)", "y.item() > 1", "{t}.sum().item() > 0", "x.is_contiguous()", "~({t}.sum() > 0)", "net.shift > 1",
    "{t}.sum() > {t}.shape[0]", "{i} == {i}", "torch.tensor({i}) > 2", "{t}.max() > f", "not {i} > 2", "net.training", "{t}.mean(dtype=torch.float64) > {f}", "torch.is_grad_enabled()", "{t}.requires_grad",
)  # fmt: skip
# Conditions of tensors, for which both branches are traced, and others.
OF_DATA = tuple(text for text in TRUTHS if text.startswith(("{t}.sum() >", "({t}", "y >", "y ==", "y.bool", "(y", "~", "net.shift", "torch.tensor", "{t}.ma", "{t}.me")))
KNOWN = tuple(text for text in TRUTHS if text not in OF_DATA and "item" not in text)
CHECKS = (
    "torch._check({t}.shape[0] > 0)", "torch._check({i} >= 0)", "torch._check({i} < 50)", "assert {t}.shape[0] < 9", "assert {i} != 5", "assert {t}.dim() > 0", "torch._check({i} != 6)",
    "if {t}.shape[0] > 4:\n    raise ValueError('too long')", "assert {t}.shape[-1] == 3, 'columns'", "torch._check({t}.sum().item() < 10000)",
)  # fmt: skip
CHANGES = ("net.flag = not net.flag", "net.train(not net.training)", "net.scale.data.mul_(2)", "net.steps += 1", "LIMIT += 1", "net.shift.neg_()", "net.zero_grad()", "net.scale.requires_grad_(False)")


class Scope:
    """What the statements of a function can name."""

    def __init__(self, tensors: list[str], ints: list[str], floats: list[str], rows: bool = False, depth: int = 0) -> None:
        self.tensors, self.ints, self.floats = tensors, ints, floats
        self.rows, self.depth = rows, depth

    def inside(self, tensors: list[str], ints: list[str], rows: bool = False) -> Scope:
        """Of a function in this one; `rows`: its own tensors are rows of those here."""
        around = [name if rows == self.rows else f"{name}[0]" for name in self.tensors]
        return Scope(tensors * 2 + around, ints + self.ints, list(self.floats), rows, self.depth + 1)


class Maker:
    def __init__(self, random: Random) -> None:
        self.random = random
        self.names = 0
        self.budget = random.randint(1, 4)
        """How many operators with functions there may be."""
        self.gradients = random.random() < 0.4

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def name(self, letter: str) -> str:
        self.names += 1
        return f"{letter}{self.names}"

    def filled(self, template: str, scope: Scope, depth: int = 1) -> str:
        text, *parts = template.split("{")
        for part in parts:
            if part[1:2] != "}":  # a dict's own
                text += "{" + part
                continue
            text += {"t": self.tensor, "i": self.int, "f": self.float, "p": self.truth, "q": self.known}[part[0]](scope, depth - 1) + part[2:]
        return text

    def tensor(self, scope: Scope, depth: int = 1) -> str:
        if depth <= 0:
            return self.random.choice(scope.tensors)
        return f"({self.fresh(scope, depth)})"

    def operand(self, scope: Scope) -> str:
        """Rarely one that there is: compilers refuse operands that are captured as well, or given twice."""
        return self.tensor(scope, 1 if self.chance(0.85) else 0)

    def fresh(self, scope: Scope, depth: int = 1) -> str:
        """A tensor that is none of those that there are, nor a view of one."""
        return self.filled(self.random.choice(TENSORS if scope.rows or self.chance(0.85) else OF_MATRICES), scope, depth)

    def int(self, scope: Scope, depth: int = 0) -> str:
        if scope.ints and self.chance(0.4):
            return self.random.choice(scope.ints)
        return f"({self.filled(self.random.choice(INTS), scope, 0)})"

    def float(self, scope: Scope, depth: int = 0) -> str:
        return self.random.choice(scope.floats or FLOATS) if self.chance(0.3) else f"({self.random.choice(FLOATS)})"

    def truth(self, scope: Scope, depth: int = 0, kinds: tuple[str, ...] = TRUTHS) -> str:
        return f"({self.filled(self.random.choice(kinds), scope, 0)})"

    def known(self, scope: Scope, depth: int = 0) -> str:
        return self.truth(scope, 0, KNOWN)

    def block(self, scope: Scope, least: int, most: int) -> list[str]:
        lines: list[str] = []
        for _ in range(self.random.randint(least, most)):
            lines += self.statement(scope)
        return lines

    def statement(self, scope: Scope) -> list[str]:
        roll = self.random.random()
        if self.budget > 0 and scope.depth < 3 and roll < (0.6 if scope.depth == 0 else 0.3):
            self.budget -= 1
            kinds = (self.branch, self.branch, self.branch, self.loop, self.loop, self.scanned, self.mapped, self.associated)
            lines = self.random.choice(kinds[:5] if scope.rows else kinds)(scope)
            if self.chance(0.1):
                context = self.random.choice(("torch.no_grad()", "torch.enable_grad()", "torch.set_grad_enabled(b)"))
                lines = [f"with {context}:", *indented(lines)]
            return lines
        if roll < 0.66:
            return self.filled(self.random.choice(CHECKS), scope, 0).split("\n")
        if roll < 0.76:
            name = self.name("i")
            lines = [f"{name} = {self.int(scope)}"]
            scope.ints.append(name)
            return lines
        if roll < 0.8:
            name = self.name("f")
            lines = [f"{name} = {self.float(scope)}"]
            scope.floats.append(name)
            return lines
        if roll < 0.83 and scope.depth == 0:
            name = self.name("i")
            scope.ints.append(name)
            return [f"{name} = {self.random.choice(('y.item()', 'y.item() + 1', 'int(y)', 'y.item() * n'))}"]
        if roll < 0.86:
            name = self.name("t")
            lines = [f"{name} = {self.fresh(scope)}", f"if {self.known(scope)}:", f"    {name} = {self.fresh(scope)}"]
            scope.tensors.append(name)
            return lines
        if roll < 0.89 and scope.depth == 0:
            return ["torch._dynamo.graph_break()"]
        name = self.name("t")
        lines = [f"{name} = {self.fresh(scope, 2)}"]
        if self.chance(0.1):
            lines.append(f"{name}.add_({self.int(scope)})")
        scope.tensors.append(name)
        return lines

    def branch(self, scope: Scope) -> list[str]:
        result = self.name("r")
        condition = self.truth(scope, 0, OF_DATA if self.chance(0.6) else TRUTHS)
        operands = [self.tensor(scope, 0) for _ in range(self.random.randint(0, 2))]
        given = f"({', '.join(operands)}{',' * (len(operands) == 1)})"
        if len(operands) == 1 and self.chance(0.15):
            functions = self.random.sample(("net.up", "net.down", "grown", "functools.partial(grown, by=2)", "torch.neg", "lambda a: a - n", "lambda a: chosen(a, 1)"), 2)
            scope.tensors.append(result)
            return [f"{result} = torch.cond({condition}, {', '.join(functions)}, {given})"]
        # Where gradients are followed, torch's backward pass takes neither branches of other sizes nor ints that are results.
        kinds = self.random.choices("tttttttsssn" + "ciiz" * (not self.gradients), k=self.random.randint(1, 3))
        form = self.form(kinds)
        shared = [self.int(scope) if kind in "ic" and self.chance(0.6) else None for kind in kinds]
        lines, functions = [], []
        for place in ("yes", "no"):
            function = self.name(place)
            parameters = [self.name("a") for _ in operands]
            inner = scope.inside(parameters, [], scope.rows)
            body = self.block(inner, 0, 2)
            values = [self.result(kind, inner) for kind in kinds]
            values = [same or value for same, value in zip(shared, values, strict=True)]
            if body or self.chance(0.6):
                lines += [f"def {function}({', '.join(parameters)}):", *indented([*body, f"return {form.format(*values)}"])]
                functions.append(function)
            else:
                functions.append(f"lambda {', '.join(parameters)}: {form.format(*values)}")
        lines.append(f"{result} = torch.cond({condition}, {', '.join(functions)}{f', {given}' if operands or self.chance(0.5) else ''})")
        return lines + self.taken(result, kinds, scope)

    def form(self, kinds: list[str]) -> str:
        if len(kinds) == 1:
            return self.random.choice(("{}", "{}", "({},)", "[{}]", "{{'a': {}}}"))
        if len(kinds) == 2:
            return self.random.choice(("({}, {})", "Pair({}, {})", "{{'a': {}, 'b': {}}}", "[{}, ({},)]"))
        return self.random.choice(("({}, {}, {})", "({}, {{'a': {}}}, [{}])", "(Pair({}, {}), {})"))

    def taken(self, result: str, kinds: list[str], scope: Scope) -> list[str]:
        """Names for what an operator gives."""
        lines = []
        for place, kind in enumerate(kinds):
            if kind not in "ti" or self.chance(0.3 if kind == "t" else 0.6):
                continue
            name = self.name(kind)
            lines.append(f"{name} = torch.utils._pytree.tree_leaves({result})[{place}]")
            (scope.tensors if kind == "t" else scope.ints).append(name)
        return lines

    def result(self, kind: str, scope: Scope) -> str:
        if kind == "i":
            return self.int(scope)
        if kind == "s":
            return self.filled(self.random.choice(("{t}.sum()", "{t}.amax()", "({t} * 2).sum()", "{t}.sum() + {i}")), scope, 0)
        if kind == "z":
            return self.filled(self.random.choice(("{t}[1:] + 1", "{t}[1:] * {i}", "{t}[:-1] + {i}", "{t}[2:] * 1", "{t}.repeat(2, 1)", "({t} + 1)[::2]", "torch.cat([{t}, {t}])", "({t} + 1)[1:]", "({t} * 2).t()")), scope, 0)
        if kind == "n":
            return "None"
        if kind == "c":
            return self.random.choice(("1", "2", "3", "x.shape[0]", "n"))
        return self.fresh(scope, 2)

    def loop(self, scope: Scope) -> list[str]:
        result, condition, body = self.name("r"), self.name("go"), self.name("body")
        # Where gradients are followed, torch's loops carry tensors alone, and gradients of loops that end at once are wrong.
        counter = self.random.choice(("torch.tensor(0)",) if self.gradients else ("0", "0", "n", "torch.tensor(0)", "y", "x.shape[0]"))
        down = counter in ("n", "x.shape[0]") and self.chance(0.7)
        kinds = self.random.choice(("t", "t", "tt") if self.gradients else ("t", "t", "tt", "ti", ""))
        carried = [self.operand(scope) if kind == "t" else self.int(scope) for kind in kinds]
        heads = [self.name("k"), *[self.name("a") for _ in kinds]]
        ints = [head for head, kind in zip(heads[1:], kinds, strict=True) if kind == "i"]
        tensors = [head for head, kind in zip(heads[1:], kinds, strict=True) if kind == "t"]
        inner = scope.inside(tensors, [*ints, *[heads[0]] * ("torch" not in counter and counter != "y")], scope.rows)
        lines = self.block(inner, 0, 2)
        values = [self.fresh(inner, 2) if kind == "t" else f"{head} + {self.int(inner)}" for head, kind in zip(heads[1:], kinds, strict=True)]
        step = f"{heads[0]} - 1" if down else f"{heads[0]} + 1"
        if down:
            goes_on = f"{heads[0]} > 0"
        else:
            ends = ("3", "3", "2", "x.shape[0]", "LIMIT", "net.steps") + ("n", "0", "y") * (not self.gradients)
            goes_on = f"{heads[0]} < {self.random.choice(ends)}"
            if not self.gradients and tensors and self.chance(0.3) and "torch" in counter:
                goes_on = f"({goes_on}) & ({tensors[0]}.sum() < {self.int(scope)} + 50)"
        function = self.random.choice(("ops.while_loop", "torch.while_loop"))
        return [
            f"def {condition}({', '.join(heads)}):", f"    return {goes_on}",
            f"def {body}({', '.join(heads)}):", *indented([*lines, f"return {', '.join([step, *values])}{',' * (not values)}"]),
            f"{result} = {function}({condition}, {body}, ({', '.join([counter, *carried])}{',' * (not carried)}))",
            *self.taken(result, ["i" if "torch" not in counter and counter != "y" else "s", *kinds], scope),
        ]  # fmt: skip

    def scanned(self, scope: Scope) -> list[str]:
        result, combine = self.name("r"), self.name("combine")
        carry, item = self.name("a"), self.name("a")
        inner = scope.inside([carry, item], [], True)
        lines = self.block(inner, 0, 2)
        two = self.chance(0.3)
        given = f"({self.fresh(inner)}, {self.fresh(inner)})" if two else self.fresh(inner, 2)
        start = self.random.choice(("{t}[0].clone()", "{t}.new_zeros({t}.shape[-1])", "{t}[-1] * 2", "like({t}.sum(0), x)"))
        options = self.random.choice(("", "", ", dim=0", ", reverse=True"))
        lines = [
            f"def {combine}({carry}, {item}):", *indented([*lines, f"return {self.fresh(inner, 2)}, {given}"]),
            f"{result} = ops.scan({combine}, {self.filled(start, scope, 0)}, {self.operand(scope)}{options})",
        ]  # fmt: skip
        if not two and self.chance(0.7):
            name = self.name("t")
            lines.append(f"{name} = {result}[1] * 1")
            scope.tensors.append(name)
        return lines

    def mapped(self, scope: Scope) -> list[str]:
        result, function = self.name("r"), self.name("each")
        parameters = [self.name("a")]
        more = self.chance(0.3)
        inner = scope.inside(parameters, [], True)
        lines = self.block(inner, 0, 2)
        value = self.fresh(inner, 2)
        if more:
            parameters.append(self.name("a"))
            value = f"({value}) + {parameters[1]}[0]"
        pair = self.chance(0.2)
        if not pair:
            scope.tensors.append(result)
        return [
            f"def {function}({', '.join(parameters)}):",
            *indented([*lines, f"return {value}" + (f", {self.filled('{t}.sum()', inner, 0)}" if pair else "")]),
            f"{result} = ops.map({function}, {self.operand(scope)}{', x' if more else ''})",
        ]

    def associated(self, scope: Scope) -> list[str]:
        result = self.name("r")
        operation = self.random.choice(("a + c", "torch.maximum(a, c)", "torch.minimum(a, c)", "a + c * 1"))
        options = self.random.choice(("", ", reverse=True"))
        text = f"ops.associative_scan(lambda a, c: {operation}, {self.tensor(scope, 0)}, {self.random.choice('001')}, combine_mode='generic'{options})"
        scope.tensors.append(result)
        return [f"{result} = {text}"]

    def program(self) -> str:
        scope = Scope(["x"], [], [])
        body = self.block(scope, 1, 3)
        while self.budget > 0:
            body += self.statement(scope)
        results = [*dict.fromkeys(self.results(body)), "x.shape[0]", *scope.ints[-2:], *scope.tensors[-1:]]
        body.append(f"return {', '.join(results)}")
        method = self.chance(0.3)
        if method:
            body.insert(0, "net = self")
            function = indented(["", f"def forward({', '.join(['self', *ARGUMENTS])}):", *indented(body)])
            text = [HEAD.rstrip("\n"), *function, "", "", "fn = net = Net()"]
        else:
            text = [HEAD.rstrip("\n"), "", "", "net = Net()", "", "", f"def fn({', '.join(ARGUMENTS)}):", *indented(body)]
        return "\n".join([*text, "", "", *self.calls(), "", "", *self.settings()]) + "\n"

    def results(self, body: list[str]) -> Iterator[str]:
        """The names that the function itself gives to what operators with functions give."""
        for line in body:
            if line.startswith("r") and " = " in line:
                yield line.split(" = ")[0]

    def calls(self) -> list[str]:
        random = self.random
        rows, columns, n, f, b, y = random.choice((2, 3, 4)), 3 if self.chance(0.85) else 2, random.randint(1, 4), 0.5, self.chance(0.5), random.randint(0, 3)
        dtype = random.choice(DTYPES)
        gradients = self.gradients and dtype != "torch.int64"
        if gradients and dtype == "torch.bfloat16":  # whose sums depend on their order too much
            dtype = "torch.float64"
        marked = self.chance(0.08)
        lines = ["def calls():", "    global LIMIT", *["    net.requires_grad_(False)"] * (not self.gradients)]
        for number in range(random.randint(3, 6)):
            if number and self.chance(0.3):
                lines.append(f"    {random.choice(CHANGES)}")
            sign, strided = random.choice((1, 1, -1)), self.chance(0.04)
            arguments = f"{rows}, {columns}, {dtype}, {sign}{', strided=True' * strided}{', gradients=True' * gradients}"
            lines.append(f"    x = made({arguments})")
            if marked:
                lines.append("    torch._dynamo.mark_dynamic(x, 0)")
            lines.append(f"    yield x, torch.tensor({y}), {n}, {f}, {b}")
            for _ in range(random.choice((0, 1, 1, 2))):
                what = random.randrange(6)
                rows = random.choice((1, 2, 3, 4, 5, 6, 7)) if what in (0, 1) else rows
                n = random.randint(0, 5) if what == 2 else n
                f = random.choice((0.25, 1.0, -2.0, 3.5)) if what == 3 else f
                b = not b if what == 4 else b
                y = random.randint(0, 3) if what == 5 else y
        return lines

    def settings(self) -> list[str]:
        lines = [f"train = {self.gradients}", f"options = {self.random.choice(([{}], [{}], [{'dynamic': True}], [{}, {'dynamic': True}]))!r}"]
        if self.chance(0.6):
            lines.append("config = {'capture_scalar_outputs': True}")
        return lines


ARGUMENTS = ("x", "y", "n", "f", "b")


def indented(lines: list[str]) -> list[str]:
    return ["    " + line for line in lines]


def make(random: Random) -> str:
    """The text of a program."""
    return Maker(random).program()


def cond(pred: Any, true_fn: Callable[..., Any], false_fn: Callable[..., Any], operands: Any = ()) -> Any:
    return (true_fn if pred else false_fn)(*operands)


def while_loop(cond_fn: Callable[..., Any], body_fn: Callable[..., Any], carried_inputs: Any) -> Any:
    carried = tree_map(lambda leaf: leaf.clone() if isinstance(leaf, torch.Tensor) else leaf, carried_inputs)
    while cond_fn(*carried):
        carried = body_fn(*carried)
    return carried


def scan(combine_fn: Callable[..., Any], init: Any, xs: Any, *, dim: int = 0, reverse: bool = False) -> Any:
    leaves, spec = tree_flatten(xs)
    places = range(leaves[0].shape[dim])
    carry, given = init, []
    for place in reversed(places) if reverse else places:
        carry, out = combine_fn(carry, tree_unflatten([leaf.select(dim, place) for leaf in leaves], spec))
        given.append(out)
    given = given[::-1] if reverse else given
    return carry, stacked(given, dim)


def map(f: Callable[..., Any], xs: Any, *args: Any) -> Any:
    leaves, spec = tree_flatten(xs)
    return stacked([f(tree_unflatten([leaf[place] for leaf in leaves], spec), *args) for place in range(len(leaves[0]))], 0)


def stacked(given: list[Any], dim: int) -> Any:
    return tree_map(lambda *leaves: torch.stack(leaves, dim), *given)


@contextlib.contextmanager
def in_plain_python() -> Iterator[None]:
    """Torch's operators as the Python that their documentation says they are."""
    with mock.patch.multiple(torch, cond=cond, while_loop=while_loop):
        with mock.patch.multiple(ops, cond=cond, while_loop=while_loop, scan=scan, map=map):
            yield


@contextlib.contextmanager
def without_compiling() -> Iterator[None]:
    """Where a graph breaks at an operator, torch compiles it by itself, at each call: plain Python does the same, a hundred times faster."""
    original = utils._hop_compile_and_call

    def call(function: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        match function.__name__:
            case "_cond_op_wrapper":
                return cond(*args)
            case "_while_loop_op_wrapper":
                return while_loop(*args[:3])
        return original(function, args)

    with mock.patch.object(utils, "_hop_compile_and_call", call):
        yield


class Judge:
    """Says of differences from plain Python that they are torch's. What torch makes of a program is asked when it is first needed."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.runs: dict[str, oracle.Run] = {}
        self.torchs: list[tuple[oracle.Run, int]] = []
        """The calls of runs in which something was as torch does it."""
        self.compile_and_call = utils._hop_compile_and_call

    def allows(self, found: oracle.Run, expected: oracle.Run, number: int, what: str) -> bool:
        mine, its = found.seen[number].get(what), expected.seen[number].get(what)
        if what == "raised" and mine and its and oracle.short(mine) == oracle.short(its):
            return True
        if found.names.get("train") and same_but_for_autograd(mine, its):
            return True
        # What an earlier call did otherwise, later ones may see.
        if any(run is found and (call == number or what in ("gradients", "globals", "all calls together")) for run, call in self.torchs):
            return True
        if not any(self.does_so(compiler, found, number, what) for compiler in (torch.compile, None)):
            return False
        self.torchs.append((found, number))
        return True

    def does_so(self, compiler: Any, found: oracle.Run, number: int, what: str) -> bool:
        run = self.run(compiler, found)
        mine, its = found.seen[number].get(what), run.seen[number].get(what)
        if what == "raised":
            return bool(mine) == bool(its) and (not mine or oracle.short(mine) == oracle.short(its) or mine[1][1].startswith(REFUSALS))
        if run.seen[number].get("raised"):
            return False
        return same_but_for_autograd(mine, its) if found.names.get("train") else mine == its

    def run(self, compiler: Any, found: oracle.Run) -> oracle.Run:
        options = None if compiler is None else found.options
        key = repr(options)
        if key not in self.runs:
            torch._dynamo.reset()
            with open(self.path) as file:
                code = compile(file.read(), self.path, "exec")
            config = {name: value for name, value in found.names.get("config", {}).items() if hasattr(torch._dynamo.config, name)}
            with torch._dynamo.config.patch(config), mock.patch.object(utils, "_hop_compile_and_call", self.compile_and_call):
                self.runs[key] = oracle.Run(self.path, code, options, compiler)
            torch._dynamo.reset()
        return self.runs[key]


def same_but_for_autograd(mine: Any, its: Any) -> bool:
    """Gradients are summed in another order where an operator is in between."""
    with mock.patch.object(Values, "tolerance", Values.tolerance or 1e-4):
        return without_autograd(mine) == without_autograd(its)


def without_autograd(description: Any) -> Any:
    """A description without what torch's operators make otherwise once gradients are followed: which results require them, how
    results and gradients lie in memory, and gradients of nothing. Numbers of objects go with these."""
    if not isinstance(description, (tuple, list)):
        return description
    parts = list(description)
    for name in OF_AUTOGRAD:
        if name in parts:
            place = parts.index(name)
            if name != "gradient" or is_zero(parts[place + 1]):
                del parts[place : place + 2]
    if parts[:1] == ["text"] or "the same" in parts:
        return parts[0]
    while len(parts) > 1 and type(parts[1]) is str and (type(parts[0]) is int or parts[0][:1] == ("int",)):
        del parts[0]
    if len(parts) > 3 and parts[0] == "builtins.tuple" and type(parts[2]) is str:
        del parts[1]
    return tuple([without_autograd(part) for part in parts])


def is_zero(description: Any) -> bool:
    """Whether all numbers of a tensor's description are zero."""
    if isinstance(description, Values):
        return not description.tensor.any()
    return not isinstance(description, (tuple, list)) or all(is_zero(part) for part in description)


REFUSALS = ("torch.", "alternator.errors.BackendFailed")
OF_AUTOGRAD = ("stride", "offset", "storage", "requires grad", "leaf", "gradient")


def check(path: str, settings: oracle.Settings) -> oracle.Outcome:
    judge = Judge(os.path.abspath(path))
    with without_compiling():
        outcome = oracle.check(path, settings, in_plain_python, judge.allows)
    outcome.numbers["calls as torch does"] = len(judge.torchs)
    return outcome
