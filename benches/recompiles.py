"""What common programs compile while something changes from call to call, two front ends in turn.

    tools/python benches/recompiles.py [--calls 12]

For each pattern: how many graphs a front end compiled in so many calls, and how many of the calls ran a compiled graph (after
the recompile limit a function runs as written). Results are compared with those of the function as written. Nothing is timed.
"""

import argparse
import dataclasses
import enum
import functools
import logging
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import torch

import alternator

PATTERNS: list[tuple[str, Callable]] = []
CALLS = 12


def pattern(text: str) -> Callable:
    """A generator of calls: it gets `compile`, and yields what a call gave and what the function as written gives."""
    return lambda function: PATTERNS.append((text, function)) or function


def each(function: Callable, arguments: Callable[[int], tuple]) -> Callable:
    def run(compile: Callable) -> Iterator:
        compiled = compile(function)
        for number in range(CALLS):
            yield compiled(*arguments(number)), function(*arguments(number))

    return run


class Counting(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.step = 0

    def forward(self, x):
        self.step += 1
        return x * self.step


class Warming(Counting):
    def forward(self, x):
        self.step += 1
        return x * min(1.0, self.step / 5)


class Averaging(torch.nn.Module):
    """Keeps a count for each name."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: dict[str, int] = {}

    def forward(self, x):
        self.seen["x"] = self.seen.get("x", 0) + 1
        return x / self.seen["x"]


def twins(compile: Callable, kind: Callable, arguments: Callable[[int], tuple]) -> Iterator:
    """Two equal objects with a state: one compiled, one as written."""
    ours, plain = kind(), kind()
    compiled = compile(ours)
    for number in range(CALLS):
        yield compiled(*arguments(number)), plain(*arguments(number))


@pattern("a module's int that counts its calls")
def _(compile):
    return twins(compile, Counting, lambda number: (torch.ones(2),))


@pattern("a module's int in arithmetic with floats (warm-up)")
def _(compile):
    return twins(compile, Warming, lambda number: (torch.ones(2),))


@pattern("a module's dict of counts")
def _(compile):
    return twins(compile, Averaging, lambda number: (torch.ones(2),))


@pattern("an int argument")
def _(compile):
    return each(lambda x, n: x * n, lambda number: (torch.ones(2), number + 2))(compile)


@pattern("a float argument (a learning rate)")
def _(compile):
    return each(lambda x, rate: x - rate * x.sin(), lambda number: (torch.ones(2), 0.1 / (number + 1)))(compile)


@pattern("a text that only names something")
def _(compile):
    def named(x, name):
        return x + len(name) if name.startswith("layer") else x * 2

    return each(named, lambda number: (torch.ones(2), f"layer {number % 10}"))(compile)


@pattern("a text that chooses (three kinds)")
def _(compile):
    def chosen(x, kind):
        return x.relu() if kind == "relu" else x.tanh() if kind == "tanh" else x.sin()

    return each(chosen, lambda number: (torch.ones(2), ("relu", "tanh", "none")[number % 3]))(compile)


class Mode(enum.Enum):
    TRAIN, CHECK, EVAL, TEST, SERVE = range(5)


@pattern("an enum that is compared with one member")
def _(compile):
    return each(
        lambda x, mode: x * 2 if mode is Mode.TRAIN else x.sin(), lambda number: (torch.ones(2), list(Mode)[number % 5])
    )(compile)


@pattern("a batch size")
def _(compile):
    return each(lambda x: x.sin().sum(0), lambda number: (torch.ones(number + 2, 3),))(compile)


@pattern("a batch size and a length")
def _(compile):
    return each(lambda x: x.softmax(-1) @ x.mT, lambda number: (torch.ones(2 + number % 3, 4 + number, 3),))(compile)


@pattern("a batch size that is 1 at times")
def _(compile):
    return each(lambda x: x * 2, lambda number: (torch.ones((1, 4, 1, 7)[number % 4], 3),))(compile)


@pattern("the number of tensors in a list")
def _(compile):
    def total(xs):
        result = xs[0] * 2
        for x in xs[1:]:
            result = result + x
        return result

    return each(total, lambda number: ([torch.ones(2)] * (number % 4 + 1),))(compile)


@pattern("a list of floats (weights)")
def _(compile):
    return each(lambda x, ws: x * ws[0] + x * ws[1], lambda number: (torch.ones(2), [number / 7, 1 - number / 7]))(
        compile
    )


@pattern("a shape as a tuple of ints")
def _(compile):
    return each(lambda x, shape: x.expand(shape), lambda number: (torch.ones(1), (number + 2, number + 3)))(compile)


@pattern("an argument that is None at times")
def _(compile):
    return each(
        lambda x, mask: x.sin() if mask is None else x * mask,
        lambda number: (torch.ones(2), torch.ones(2) if number % 2 else None),
    )(compile)


@pattern("a position and a cache that is written at it")
def _(compile):
    def decode(x, cache, position):
        cache[:, position] = x
        return cache[:, : position + 1].sum(1)

    def run() -> Iterator:
        compiled, ours, plain = compile(decode), torch.zeros(2, 20, 3), torch.zeros(2, 20, 3)
        for number in range(CALLS):
            yield compiled(torch.ones(2, 3), ours, number), decode(torch.ones(2, 3), plain, number)

    return run()


@pattern("a cache that grows by concatenation")
def _(compile):
    def decode(x, cache):
        cache = torch.cat([cache, x], 1)
        return cache, cache.mean(1)

    def run() -> Iterator:
        compiled, ours, plain = compile(decode), torch.zeros(2, 2, 3), torch.zeros(2, 2, 3)
        for _ in range(CALLS):
            (ours, one), (plain, other) = compiled(torch.ones(2, 1, 3), ours), decode(torch.ones(2, 1, 3), plain)
            yield one, other

    return run()


@dataclasses.dataclass
class Settings:
    scale: float
    depth: int


@pattern("an object of settings, new at each call")
def _(compile):
    return each(lambda x, s: x * s.scale + s.depth, lambda number: (torch.ones(2), Settings(number / 3, number + 2)))(
        compile
    )


@pattern("a global that counts")
def _(compile):
    space: dict[str, Any] = {"count": 0}
    exec("def count(x):\n    global count_\n    count_ = count_ + 1\n    return x * count_", space)

    def run() -> Iterator:
        space["count_"] = 0
        compiled = compile(space["count"])
        for number in range(CALLS):
            yield compiled(torch.ones(2)), torch.ones(2) * (number + 1)

    return run()


class Shared:
    count = 0

    def scaled(self, x):
        type(self).count += 1
        return x * type(self).count


@pattern("a class's int that counts")
def _(compile):
    Shared.count = 0
    compiled = compile(Shared().scaled)
    for number in range(CALLS):
        yield compiled(torch.ones(2)), torch.ones(2) * (number + 1)


@pattern("a cell that counts")
def _(compile):
    def make() -> Callable:
        count = 0

        def call(x):
            nonlocal count
            count += 1
            return x * count

        return call

    return twins(compile, make, lambda number: (torch.ones(2),))


@pattern("a partial, new at each call")
def _(compile):
    def apply(x, how):
        return how(x)

    def power(n, x):
        return x**n

    return each(apply, lambda number: (torch.ones(2), functools.partial(power, 2)))(compile)


@pattern("a wrapper, made and compiled at each call")
def _(compile):
    def run() -> Iterator:
        for _ in range(CALLS):

            def wrapped(x):
                return x.sin() * 2

            yield compile(wrapped)(torch.ones(2)), wrapped(torch.ones(2))

    return run()


@pattern("a module of one class, new at each call")
def _(compile):
    return each(lambda x, layer: layer(x), lambda number: (torch.ones(1, 2), torch.nn.Softmax(-1)))(compile)


@pattern("training and evaluation in turn")
def _(compile):
    model = torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.Dropout(0.0))

    def run() -> Iterator:
        compiled = compile(model)
        for number in range(CALLS):
            model.train(number % 2 == 0)
            yield compiled(torch.ones(1, 2)), model(torch.ones(1, 2))

    return run()


def count(run: Callable, compile: Callable) -> tuple[int, int]:
    """Graphs that were compiled, and calls that ran one."""
    compiled, ran = [], [0]

    def backend(module: torch.fx.GraphModule, inputs: list) -> Callable:
        compiled.append(module)

        def call(*arguments: Any) -> Any:
            ran[0] += 1
            return module(*arguments)

        return call

    covered = 0
    for got, wanted in run(lambda function: compile(function, backend=backend)):
        torch.testing.assert_close(got, wanted)
        covered += ran[0] > 0
        ran[0] = 0
    return len(compiled), covered


def main() -> None:
    global CALLS
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--calls", type=int, default=CALLS)
    CALLS = parser.parse_args().calls
    # Each says in its way that the limit is reached.
    warnings.simplefilter("ignore")
    logging.getLogger("torch").setLevel(logging.ERROR)
    print(f"graphs compiled in {CALLS} calls, and the calls that ran one\n")
    print("| what changes | Alternator | torch |\n| --- | --- | --- |")
    for text, run in PATTERNS:
        row = []
        for front in (alternator, torch):
            torch._dynamo.reset()
            alternator.reset()
            graphs, covered = count(run, front.compile)
            row.append(f"{graphs}" + (f" ({covered} calls)" if covered < CALLS else ""))
        print(f"| {text} | {row[0]} | {row[1]} |", flush=True)


if __name__ == "__main__":
    main()
