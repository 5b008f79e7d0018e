"""Kinds of graph breaks: torch's names for those that both front ends know, with what torch's registry advises."""

from __future__ import annotations

import functools
import json
import os

import torch

# Words of our reasons, the first that are found, and torch's name for such a break.
_NAMES = {
    "a graph break in a loop": "graph break in loop",
    "data-dependent branch": "Data-dependent branching",
    "call of function graph_break": "Call to `torch._dynamo.graph_break()`",
    "call of comptime.graph_break": "ComptimeContext graph break",
    "the program asks that this frame be left alone": "Call to `torch._dynamo.skip_frame()`",
    "which is marked not to be compiled": "Skip calling `torch.compiler.disable()`d function",
    "it writes to a file": "Failed to trace builtin operator",
    "eval() runs code": "Failed to trace builtin operator",
    "exec() runs code": "Failed to trace builtin operator",
    "it opens a file": "Failed to trace builtin operator",
    "the time is another one at every run": "Call to a time function",
    "which is written in C": "Attempted to call function marked as skipped",
    "it writes a file": "Attempted to call function marked as skipped",
    "it reads a file": "Attempted to call function marked as skipped",
    "the state of the random numbers": "Attempted to call function marked as skipped",
    "it may run a module": "Attempted to call function marked as skipped",
    "which is not loaded yet": "Import failure",
    "the traced program raises": "Observed exception",
    "deterministic algorithms that only warn": "Attempted to use torch.use_deterministic_algorithms(warn_only=True)",
    "whether a tensor was made in inference mode": "Encountered tensor.is_inference() during tracing",
    "vars without an argument": "unimplemented builtin op vars() with no arguments",
    "the text of a tensor is known only when it is computed": "repr() on tensor",
    "whether a tensor requires grad is changed": "setattr() on Tensor.requires_grad",
    "the numbers of a tensor that are no ints": "Tensor.tolist() with non-integer tensor",
    "the backward pass runs outside the graph": "Unsupported Tensor.backward() call",
    "capture_scalar_outputs is off": "Unsupported Tensor.item() call with capture_scalar_outputs=False",
    "Tensor.item(): the number is known": "Unsupported Tensor.item() call with capture_scalar_outputs=False",
    "a deep copy of a tensor": "Attempted to copy.deepcopy a tensor",
    "a result that is not strided": "Attempted to wrap sparse Tensor with VariableTracker",
    "NumPy code, while trace_numpy is off": "Tensor.numpy() with trace_numpy=False",
    "allow_rnn is off": "Attempted to wrap RNN, GRU, or LSTM",
    "a function that an operator takes changes what is outside of it": "HOP: Unsafe side effect",
}
_PAGES = "https://meta-pytorch.github.io/compile-graph-break-site/gb/gb{}.html"


def kind_of(reason: str) -> str:
    """The kind of a break: torch's name for it, or else the reason without names of this program's objects."""
    return next((name for words, name in _NAMES.items() if words in reason), reason.partition(": ")[0].partition(" <")[0])


def advice(reason: str) -> list[str]:
    """torch's hints for a kind of break and a link to its page; empty for kinds that torch does not have."""
    known = _registry().get(kind_of(reason))
    if known is None:
        return []
    number, hints = known
    # A hint with a placeholder is filled in by torch's front end alone.
    return [*(hint.strip() for hint in hints if "{" not in hint), f"see {_PAGES.format(number)}"]


def notes(reason: str) -> list[str]:
    """What a log of breaks says beside the reason; called by the engine."""
    hints = [f"Hint: {hint}" for hint in advice(reason)]
    kind = kind_of(reason)
    return [f"torch calls this: {kind}", *hints] if hints and kind not in reason else hints


@functools.cache
def _registry() -> dict[str, tuple[str, list[str]]]:
    """Numbers and hints by kind, from the installed torch."""
    # Read where it lies: torch._dynamo takes a second to import.
    path = os.path.join(os.path.dirname(torch.__file__), "_dynamo", "graph_break_registry.json")
    try:
        with open(path) as file:
            numbered = json.load(file)
    except OSError:
        return {}
    # The newest description comes first.
    return {known[0]["Gb_type"]: (number.removeprefix("GB"), known[0]["Hints"]) for number, known in numbered.items()}
