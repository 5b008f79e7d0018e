"""The machine that changes settings: programs that exist, run with settings of the front end that are not their own.

A program is a case of `tests/data`, a small model of `tools/model_list.py` or a program of the machine `programs`, as for the
machine `breaks`. Whatever settings say of graphs, it must do what it does as written.
"""

from __future__ import annotations

import random
from typing import Any

import alternator
import alternator.report
from alternator import _engine, configuration
from fuzz import breaks, oracle
from fuzz.subjects import subject

OTHERS: dict[str, tuple[Any, ...]] = {
    "recompile_limit": (1, 2),
    "assume_static_by_default": (False,),
    "automatic_dynamic_shapes": (False,),
    "automatic_dynamic_shapes_mark_as": ("unbacked",),
    "force_parameter_static_shapes": (False,),
    "force_nn_module_property_static_shapes": (False,),
    "allow_unspec_int_on_nn_module": (True,),
    "specialize_int": (True,),
    "specialize_float": (True,),
    "capture_scalar_outputs": (True,),
    "capture_dynamic_output_shape_ops": (True,),
    "trace_numpy": (False,),
    "capture_profiler_record_function": (True,),
    "rewrite_assert_with_torch_assert": (False,),
    "graph_breaks_in_loops": (True,),
    "nested_graph_breaks": (True,),
    "allow_rnn": (True,),
    "trace_autograd_ops": (True,),
    "repeated_regions": ("always", "never"),
    "repeat_calls": (False,),
}
"""Values of settings other than their defaults, under which no program may do something else."""

assert OTHERS.keys() <= configuration.values.keys()


def make(draw: random.Random) -> str:
    """A program, and its settings."""
    chosen = draw.sample(sorted(OTHERS), draw.choice((1, 1, 2, 3, 5)))
    parts = {"program": breaks.program(draw), **{name: draw.choice(OTHERS[name]) for name in chosen}}
    return "\n".join(['"""Made by tests/fuzz/settings.py."""', "", *(f"{key} = {value!r}" for key, value in parts.items())]) + "\n"


def check(path: str, settings: oracle.Settings) -> oracle.Outcome:
    """What is wrong with a program under settings, if anything."""
    with open(path) as file:
        request: dict[str, Any] = {}
        exec(file.read(), request)
    chosen = {name: value for name, value in request.items() if name in OTHERS}
    outcome = oracle.Outcome(numbers=dict(programs=1, graphs=0))

    def told(event: str, *details: Any) -> None:
        outcome.numbers["graphs"] += event == "graph"
        outcome.captured |= event == "code"

    before, alternator.report.listener = alternator.report.listener, told
    written = oracle.written()
    try:
        with subject(request["program"], False, settings) as tested:
            tested.settings.update(chosen)
            wrong = tested.wrong()
    finally:
        alternator.report.listener = before
    if wrong := wrong or oracle.since(written) or "\n".join(_engine.faults()):
        outcome.kind, outcome.text = "settings change what a program does", f"{request['program']} under {chosen}: {wrong}"
    return outcome
