"""The machine for calls of modules that are like earlier ones, which the trace does not follow.

A program is a stack of modules of a few classes whose code is drawn from pieces that read and write in every way: attributes,
globals, containers that the modules share, what the caller passes and changes in between, state of torch's. Single modules are
made to differ: other values, shared or frozen parameters, hooks, methods and classes of their own. More of that happens between
the calls.
"""

from __future__ import annotations

import random

HEAD = '''"""Made by tests/fuzz/layers.py."""

import collections

import torch
import torch.nn.functional as F
from torch import nn

SHARED = {"shift": 1.0, "list": [1, 2], "count": 0}
SEEN = []
NUMBER = 3
torch.utils.hooks.RemovableHandle.next_id = 0  # by which hooks are kept


class Options:
    def __init__(self):
        self.scale, self.flags, self.names = 2.0, [True, False], {"a": 1, "b": 2}


OPTIONS = Options()


def helper(x, by=1.5):
    return x * by + NUMBER


class Part(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear, self.flag, self.table = nn.Linear(4, 4), True, {"a": 1.0, "b": 2.0}

    def forward(self, x, *more, **named):
        x = self.linear(x)
        x = x.relu() if self.flag else x.sigmoid()
        return x * self.table["a"]


class Base(nn.Module):
    def __init__(self, index):
        super().__init__()
        self.index = index
        self.first, self.second, self.part = nn.Linear(4, 4), nn.Linear(4, 4, bias=False), Part()
        self.norm, self.drop = nn.LayerNorm(4), nn.Dropout(0.3)
        self.register_buffer("buffer", torch.full((4,), 0.5))
        self.free = torch.ones(4)
        self.scale, self.kind, self.active = 2.0, "a", True
        self.items, self.table, self.options = [1, 2, 3], {"a": 1, "b": 2}, OPTIONS
        self.parts = nn.ModuleList([nn.Linear(4, 4), nn.Tanh()])
        self.calls, self.act, self.other = 0, F.relu, None
        self.pair = (1, 2.5)
'''

# What a module's forward does to x, with lines for single statements. `k` is passed by the caller.
PIECES = (
    "x = self.first(x)",
    "x = x + self.second(x)",
    "x = self.norm(x)",
    "x = self.drop(x)",
    "x = self.part(x)",
    "x = self.act(x)",
    "x = x * self.scale",
    "x = x + self.buffer",
    "x = x + self.free",
    "x = x + self.index",
    "x = (x + 1).relu_()",
    "x = (x * 2).add_(self.buffer)",
    "y = x.clone()\ny.mul_(self.scale)\nx = x + y",
    "y = torch.zeros_like(x)\ny[0] = x[0]\nx = x - y",
    "y = x.view(-1).view(x.shape)\nx = x + y.t().t()",
    "x = x if self.active else -x",
    "x = x.tanh() if self.kind == 'a' else x.sigmoid()",
    "x = x + len(self.items)",
    "x = x + sum(self.items)",
    "x = x + self.table['a']",
    "x = x + (1 if 'c' in self.table else 2)",
    "for part in self.parts:\n    x = part(x)",
    "for name, value in self.table.items():\n    x = x + value",
    "x = x * self.options.scale",
    "x = x + (1 if self.options.flags[0] else 2)",
    "x = x + SHARED['shift']",
    "x = x + NUMBER",
    "x = helper(x)",
    "x = helper(x, by=self.scale)",
    "if self.other is not None:\n    x = x + self.other.linear(x)",
    "if hasattr(self, 'extra'):\n    x = x + self.extra",
    "x = x + getattr(self, 'extra', 1)",
    "if self.training:\n    x = x * 1.1",
    "if torch.is_grad_enabled():\n    x = x + 0.5",
    "if x.requires_grad:\n    x = x + 0.25",
    "with torch.no_grad():\n    y = self.second(x)\nx = x + y",
    "x = x.detach()",
    "x = x + x.shape[0]",
    "x = x + torch.ones(x.shape)",
    "x = x + torch.rand(4)",
    "self.calls += 1",
    "x = x + self.calls",
    "SEEN.append(self.kind)",
    "x = x + len(SEEN)",
    "SHARED['count'] += 1",
    "x = x + SHARED['count']",
    "self.last = x",
    "x = x + (self.last if hasattr(self, 'last') else 0)",
    "try:\n    x = x + self.missing\nexcept AttributeError:\n    x = x - 1",
    "try:\n    x = x + self.table['z']\nexcept KeyError as error:\n    x = x + len(error.args)",
    "x = x + self.first.weight[0] + self.second.weight.sum()",
    "x = F.linear(x, self.first.weight, self.first.bias)",
    "x = x + (1 if self.first.weight is self.second.weight else 2)",
    "x = x + (1 if self.first is self.second else 2)",
    "x = x + (1 if isinstance(self.part, Part) else 2)",
    "x = x + (1 if type(self) is Layer else 2)",
    "x = x + sum(parameter.numel() for parameter in self.parameters())",
    "x = x + sum(1 for name, module in self.named_modules())",
    "x = x + k if k is not None else x",
    "if isinstance(k, torch.Tensor):\n    x = x + k",
    "if isinstance(k, (list, tuple)):\n    x = x + len(k)",
    "if isinstance(k, list):\n    k.append(x)",
    "if isinstance(k, dict):\n    k[self.kind] = x.shape[0]\n    x = x + len(k)",
    "x.tag = self.kind",
    "x = x + (1 if hasattr(x, 'tag') else 2)",
    "x = x + x.dim()",
    "x = x + x._version",
    "a, b = self.pair\nx = x * a + b",
    "x = x + len(f'{self.kind}{self.index}')",
    "x, y = x.chunk(2) if x.shape[0] % 2 == 0 else (x, x)\nx = torch.cat([x, y])",
    "x = x.to(self.first.weight.dtype)",
    "torch._dynamo.graph_break()",
    "print(self.kind)",
)
# What a layer does with the module in it, whose code is drawn from the same pieces.
CALLS_WITHIN = ("x = take(self.deep(x, k))", "x = x + take(self.deep(x.relu()))", "for index in range(2):\n    x = take(self.deep(x, k))")
RESULTS = ("x", "x", "x", "(x, self.index)", "[x, x]", "(x, (x, k))", "x, self.first.weight", "{'x': x, 'kind': self.kind}", "(x, self)", "x.view(-1)")
# What the caller does around the calls.
LOOPS = (
    "for layer in net:\n    x = take(layer(x, k))",
    "for index, layer in enumerate(net):\n    x = take(layer(x, index))",
    "for index, layer in enumerate(net):\n    x = take(layer(x, index // 3))",
    "for layer in net:\n    x = take(layer(x))",
    "for layer in net:\n    x = take(layer(x, k=k))",
    "for layer in net:\n    x = take(layer(x, (x, k)))",
    "for layer in net:\n    x = take(layer(x, [1]))",
    "k = []\nfor layer in net:\n    x = take(layer(x, k))",
    "k = {}\nfor layer in net:\n    x = take(layer(x, k))\nx = x + len(k)",
    "kept = []\nfor layer in net:\n    kept.append(take(layer(x, k)))\n    x = kept[-1] + len(kept)",
    "for index, layer in enumerate(net):\n    if index == 3:\n        SHARED['shift'] = 5.0\n    x = take(layer(x, k))",
    "for index, layer in enumerate(net):\n    if index == 3:\n        layer.scale = 7.0\n    x = take(layer(x, k))",
    "for index, layer in enumerate(net):\n    if index == 3:\n        layer.table['c'] = 9\n    x = take(layer(x, k))",
    "for index, layer in enumerate(net):\n    if index == 3:\n        layer.options.scale = 0.5\n    x = take(layer(x, k))",
    "for index, layer in enumerate(net):\n    if index == 3:\n        layer.items.append(4)\n    x = take(layer(x, k))",
    "for index, layer in enumerate(net):\n    if index == 3:\n        x = x.t().contiguous().t()\n    x = take(layer(x, k))",
    "for index, layer in enumerate(net):\n    if index == 3:\n        x = x.detach()\n    x = take(layer(x, k))",
    "for index, layer in enumerate(net):\n    if index > 3:\n        x.tag = index\n    x = take(layer(x, k))",
    "for index, layer in enumerate(net):\n    if index == 4:\n        x = x.add_(1)\n    x = take(layer(x, k))",
    "for index, layer in enumerate(net):\n    with torch.set_grad_enabled(index < 3):\n        x = take(layer(x, k))",
    "for layer in net:\n    try:\n        x = take(layer(x, k))\n    except (RuntimeError, TypeError):\n        x = x * 0",
    "y = x\nfor layer in net:\n    y, x = x, take(layer(y, x))",
    "x = take(run(net, x, k))",
    "for layer in net + net[2:5]:\n    x = take(layer(x, k))",
)
# Of one module, or of all: `@` is it, `%` another one.
CHANGES = (
    "@.scale = 3.5",
    "@.kind = 'b'",
    "@.active = False",
    "@.index = 9",
    "@.items = [4]",
    "@.items.append(5)",
    "@.items = %.items",
    "@.table = {'a': 5, 'b': 6}",
    "@.table['c'] = 3",
    "@.table = collections.OrderedDict(b=1, a=2)",
    "@.options = Options()",
    "@.options.flags[0] = False",
    "@.first = %.first",
    "@.first = @.second",
    "@.second.weight = @.first.weight",
    "@.second.weight = %.first.weight",
    "@.first.weight.requires_grad_(False)",
    "@.first.bias = None",
    "@.first = nn.Linear(4, 4, bias=False)",
    "@.first = nn.Identity()",
    "@.part = nn.Tanh()",
    "@.part.flag = False",
    "@.part.table['a'] = 4.0",
    "@.part = %.part",
    "@.norm = nn.Identity()",
    "@.other = %.part",
    "@.extra = 2",
    "@.extra = torch.full((4,), 3.0)",
    "@.act = torch.tanh",
    "@.act = lambda x: x + 1",
    "@.pair = (2, 3)",
    "@.deep.scale = 3.5",
    "@.deep.kind = 'b'",
    "@.deep.table['c'] = 3",
    "@.deep.options = Options()",
    "@.deep.first = %.first",
    "@.deep = %.deep",
    "@.deep.register_forward_hook(lambda module, inputs, output: None)",
    "@.eval()",
    "@.drop.train(False)",
    "@.buffer = torch.full((4,), 2.0)",
    "@.buffer = torch.full((1,), 2.0)",
    "@.free = %.free",
    "@.free = torch.ones(4, requires_grad=True)",
    "@.parts.append(nn.ReLU())",
    "@.parts[0] = %.parts[0]",
    "@.register_forward_hook(lambda module, inputs, output: None)",
    "@.register_forward_pre_hook(lambda module, inputs: (inputs[0] + 1, *inputs[1:]))",
    "@.part.register_forward_hook(lambda module, inputs, output: output * 2)",
    "@.forward = lambda x, k=None: x - 1",
    "@.__class__ = Other",
    "@.first.__class__ = Shifted",
    "@.last = torch.ones(4)",
    "@.double().float()",
    "@.first.weight.data = @.first.weight.data.t()",
    "SHARED['shift'] = 2.0",
    "SHARED['list'].append(3)",
    "OPTIONS.scale = 1.25",
)


class Maker:
    def __init__(self, draw: random.Random) -> None:
        self.draw = draw

    def forward(self, count: int, calls: bool) -> list[str]:
        lines = ["", "    def forward(self, x, k=None):"]
        within = self.draw.randrange(count) if calls else count
        for index in range(count):
            lines += indented(self.draw.choice(CALLS_WITHIN if index == within else PIECES).split("\n"), 2)
        return [*lines, f"        return {self.draw.choice(RESULTS)}"]

    def change(self, count: int) -> str:
        one, other = self.draw.randrange(count), self.draw.randrange(count)
        return self.draw.choice(CHANGES).replace("@", f"net[{one}]").replace("%", f"net[{other}]")

    def program(self) -> str:
        draw, count = self.draw, self.draw.randint(4, 7)
        text = [HEAD, "", "class Deep(Base):", *self.forward(draw.randint(3, 6), False)[1:]]
        text += ["", "", "class Layer(Base):", "    def __init__(self, index):", "        super().__init__(index)"]
        text += ["        self.deep = Deep(index)", *self.forward(draw.randint(3, 8), draw.random() < 0.5)]
        text += ["", "", "class Other(Layer):", "    def forward(self, x, k=None):", "        return take(super().forward(x, k)) + 1"]
        text += ["", "", "class Shifted(nn.Linear):", "    def forward(self, x):", "        return super().forward(x) + 1"]
        text += ["", "", "def take(result):", "    while not isinstance(result, torch.Tensor):"]
        text += ["        result = result['x'] if isinstance(result, dict) else result[0]", "    return result.view(-1, 4)"]
        text += ["", "", "def run(net, x, k):", "    for layer in net:", "        x = take(layer(x, k))", "    return x"]
        loop = draw.choice(LOOPS if draw.random() < 0.7 else LOOPS[:1])
        text += ["", "", "def fn(x, net, k):", *indented(loop.split("\n"), 1), "    return x"]
        text += ["", "", "def calls():", "    torch.manual_seed(1)", f"    net = [Layer(0) for index in range({count})]"]
        if draw.random() < 0.2:
            text.append("    for index, layer in enumerate(net):\n        layer.index = index")
        text += [f"    {self.change(count)}" for _ in range(draw.choice((0, 1, 1, 2, 3)))]
        given = draw.choice(("None", "None", "2", "torch.ones(4)", "(1, 2)", "[1, 2]", "{'a': 1}", "'k'"))
        for number in range(draw.randint(2, 4)):
            if number:
                text += [f"    {self.change(count)}" for _ in range(draw.choice((0, 1, 1, 2)))]
            rows = draw.choice((3, 3, 3, 2, 4))
            text += ["    torch.manual_seed(2)", f"    yield torch.randn({rows}, 4), net, {given}"]
        text += ["", "", f"train = {draw.random() < 0.5}"]
        if draw.random() < 0.2:
            text.append("options = [{}, {'dynamic': True}]")
        return "\n".join(text) + "\n"


def indented(lines: list[str], depth: int) -> list[str]:
    return ["    " * depth + line for line in lines]


def make(draw: random.Random) -> str:
    """The text of a program."""
    return Maker(draw).program()
