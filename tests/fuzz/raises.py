"""The machine for what fails only when it runs: operators with bad data, among handlers and things that a program does.

A program is a function of a tensor, an index and a box. Its body is made of statements of three kinds: what can be seen
afterwards (attributes, lists, dicts, globals, cells, tensors that are written into, random numbers), operators that may
refuse their data, and what stands around statements (`try` with all its parts, contexts, loops, calls, modes, breaks). Whether
an operator refuses is decided by the data of each call: the same graphs run with good and with bad numbers.
"""

from __future__ import annotations

import random
from collections.abc import Collection

HEAD = '''"""Made by tests/fuzz/raises.py."""

import contextlib
import random

import torch
import torch.nn.functional as F

TOTAL = 0
LOG = []
KEPT = torch.zeros(3)
OWN = random.Random(5)


class Box:
    def __init__(self):
        self.items, self.counts, self.number = [], {}, 0


class Context:
    def __init__(self, swallows):
        self.swallows = swallows

    def __enter__(self):
        LOG.append("enter")

    def __exit__(self, kind, error, _):
        LOG.append(("exit", kind and kind.__name__))
        return self.swallows and kind is not None and issubclass(kind, (IndexError, RuntimeError))


@contextlib.contextmanager
def translated():
    try:
        yield
    except (IndexError, RuntimeError) as error:
        raise KeyError(str(error)[:20]) from error
    finally:
        LOG.append("translated")
'''

# What can be seen later. `#` is a number of its own.
EFFECTS = (
    "box.number += #",
    "box.a# = x.shape",
    "box.items.append(#)",
    "box.items.append(x.sum())",
    "box.counts[#] = len(box.items)",
    "box.counts.setdefault('k', #)",
    "box.items = [*box.items, #]",
    "LOG.append(#)",
    "TOTAL += #",
    "count += 1",
    "x = x + #",
    "x = x * 0.5 + box.number",
    "KEPT.add_(#)",
    "KEPT[#] = x.sum()",
    "kept.mul_(2)",
    "kept.view(-1)[1:].add_(x[0, 0])",
    "torch.add(kept, 1, out=kept)",
    "x = x + torch.rand(3)",
    "x = F.dropout(x, 0.5)",
    "x = x * random.random()",
    "x = x + OWN.random()",
    "x = x + torch.randn(3)",
    "kept.normal_()",
)

# Operators that refuse some data: `i` may be out of range, `n` may hold zeros and negative numbers, `s` may be singular.
OPERATORS = (
    "x = x[i]",
    "x = x + x[i[0]]",
    "x = F.embedding(i, x)",
    "x = x.index_select(0, i)",
    "x = x + x.gather(0, i[:1, None].expand(1, 3))",
    "x = x.take(i)[:, None] + x[:2]",
    "x = x.scatter_add(0, i[:, None], x[:2, :1])",
    "x = x.index_add(0, i, x[:2])",
    "x[i] = 1.0",
    "x = x.clone()\nx.index_fill_(0, i, 2.0)",
    "kept[i] = 3.0",
    "x = x + (i // n).sum()",
    "x = x + (i % n).sum()",
    "x = x + torch.linalg.cholesky(s).sum()",
    "x = x + torch.linalg.inv(s).sum()",
    "x = x + F.cross_entropy(x[:2], i)",
    "x = x + F.one_hot(i, 4).sum()",
    "x = x + torch.linalg.solve(s, s).mean()",
    "x[i]",
    "torch.linalg.cholesky(s)",
    "x = x + (x[:2] * i[:, None]).masked_scatter(x[:2] > 0, x[i])",
    "torch._assert((i < 4).all(), 'out of range')",
    "assert (n > 0).all(), 'not positive'",
)

CALLS = ("x = step(x, i, box)", "x = sum(parts(x, i, box)) + x")
CATCHES = ("IndexError", "RuntimeError", "(IndexError, RuntimeError, AssertionError)", "Exception", "KeyError", "ValueError as error")
AFTER = ("pass", "raise", "raise ValueError(#)", "LOG.append('caught')", "x = x * 2", "box.number += 100", "i = i * 0", "return x, #")
CONTEXTS = (
    "Context(True)",
    "Context(False)",
    "contextlib.suppress(IndexError)",
    "translated()",
    "torch.no_grad()",
    "torch.autocast('cpu', torch.bfloat16)",
    "torch.autograd.profiler.record_function('part')",
    "contextlib.nullcontext()",
)
BREAK = "torch._dynamo.graph_break()"


class Maker:
    def __init__(self, random: random.Random) -> None:
        self.random = random
        self.operators: tuple[str, ...] = OPERATORS
        self.budget = 0

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def line(self, choices: Collection[str]) -> list[str]:
        line = self.random.choice(list(choices)).replace("#", str(self.random.randint(0, 2)))
        return line.split("\n")

    def block(self, depth: int, least: int = 1) -> list[str]:
        lines: list[str] = []
        for _ in range(self.random.randint(least, 3)):
            lines += self.statement(depth)
        return lines

    def statement(self, depth: int) -> list[str]:
        self.budget -= 1
        roll = self.random.random()
        if depth >= 3 or self.budget < 0 or roll < 0.62:
            return self.line(self.operators if self.chance(0.45) else EFFECTS)
        if roll < 0.82:
            return self.tried(depth)
        if roll < 0.92:
            return [f"with {self.random.choice(CONTEXTS)}:", *indented(self.block(depth + 1))]
        if roll < 0.97:
            return [f"for turn in range({self.random.randint(1, 3)}):", *indented([*self.block(depth + 1), "i = i + turn // 2"])]
        return [BREAK]

    def tried(self, depth: int) -> list[str]:
        lines = ["try:", *indented(self.block(depth + 1))]
        handlers = self.random.randint(0, 2)
        for kind in self.random.sample(CATCHES, handlers):
            body = [*(self.block(depth + 1) if self.chance(0.5) else []), *self.line(AFTER)]
            lines += [f"except {kind}:", *indented(body)]
        if handlers and self.chance(0.3):
            lines += ["else:", *indented(self.block(depth + 1))]
        if not handlers or self.chance(0.4):
            body = self.line(EFFECTS)
            if self.chance(0.05):
                body.append("return x, 'finally'")
            lines += ["finally:", *indented(body)]
        return lines

    def function(self, name: str, parameters: str, last: str, generator: bool = False) -> list[str]:
        body = ["global TOTAL", "count = 0", "s, n, kept = box.s, box.n, box.kept", *self.block(0, 2)]
        if generator:
            body += ["yield x.sum()", *self.block(1), "yield x.mean()"]
        else:
            body.append(last)
        return ["", "", f"def {name}({parameters}):", *indented(body)]

    def program(self) -> str:
        self.budget = self.random.randint(2, 5)
        inner = self.function("step", "x, i, box", "return x")
        inner += self.function("parts", "x, i, box", "", generator=True)
        self.budget = self.random.randint(5, 14)
        self.operators = OPERATORS + CALLS
        outer = self.function("fn", "x, i, box", "return x, count")
        calls = self.calls()
        return "\n".join([HEAD.rstrip("\n"), *inner, *outer, *calls]) + "\n"

    def calls(self) -> list[str]:
        gradients = self.chance(0.4)
        lines = ["def calls():", "    torch.manual_seed(1)"]
        for _ in range(self.random.randint(3, 6)):
            bad = self.chance(0.6)
            index = self.random.choice(("1, 9", "7, 0", "-9, 1")) if bad and self.chance(0.8) else "1, 0"
            divisor = self.random.choice(("0, 1", "-1, 2")) if bad and self.chance(0.5) else "1, 2"
            matrix = self.random.choice(("torch.zeros(2, 2)", "-torch.eye(2)")) if bad and self.chance(0.5) else "torch.eye(2)"
            lines += [
                "    box = Box()",
                f"    box.s, box.n, box.kept = {matrix}, torch.tensor([{divisor}]), torch.ones(3)",
                f"    yield torch.randn(4, 3{', requires_grad=True' if gradients else ''}), torch.tensor([{index}]), box",
            ]
        settings = ["", "", f"train = {gradients}"]
        if self.chance(0.2):
            settings.append("options = [{}, {'dynamic': True}]")
        return ["", "", *lines, *settings]


def indented(lines: list[str]) -> list[str]:
    return ["    " + line for line in lines]


def make(random: random.Random) -> str:
    """The text of a program."""
    return Maker(random).program()
