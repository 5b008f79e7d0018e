"""Sizes for which `mark_dynamic(…, specialize_on=…)` wants a graph of its own.

A marked size is a symbol of the graph. Where a condition of the user's holds of it, the backend compiles the same graph once
more, told that it holds, and this result serves all calls of which it does. What the backend assumes beyond that has no guard:
for this the user answers, as under torch.compile.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import torch

from alternator.backend.fakes import Input

Call = Callable[..., Any]


class Condition(NamedTuple):
    place: int
    """Of the input among the graph's."""
    dimension: int
    holds: Callable[[int], Any]


def conditions(inputs: Sequence[Input]) -> list[Condition]:
    """What the inputs' marks ask for, of sizes that are symbols. Two dimensions are never specialised together."""
    found = []
    for place, input in enumerate(inputs):
        if isinstance(input.dims, tuple) and isinstance(input.value, torch.Tensor):
            for dimension, wanted in getattr(input.value, "_specialize_on", {}).items():
                if isinstance(input.dims[dimension], str):
                    found += [Condition(place, dimension, holds) for holds in wanted]
    return found


def dispatching(call: Call, wanted: Sequence[Condition], compile_for: Callable[[Condition, Sequence[Any]], Call]) -> Call:
    """A callable that runs, of the first condition that holds, its own result. `compile_for` takes it and the inputs."""
    results: list[Call | None] = [None] * len(wanted)

    def dispatch(*inputs: Any) -> Any:
        for number, condition in enumerate(wanted):
            if condition.holds(inputs[condition.place].size(condition.dimension)):
                if (result := results[number]) is None:
                    result = results[number] = compile_for(condition, inputs)
                return result(*inputs)
        return call(*inputs)

    return dispatch
