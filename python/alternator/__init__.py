"""Alternator: the front end of torch.compile as a rule-engine compiler.

    compiled = alternator.compile(fn_or_module)

The names here mean what they mean in torch.compile, torch.compiler and torch._dynamo. Imports are lazy, so that `import
alternator` costs next to nothing beyond `import torch`. """

from __future__ import annotations

import importlib as _importlib
from typing import TYPE_CHECKING

from alternator import artifacts as _artifacts  # noqa: F401  torch finds the class by its registration
from alternator.api import compile, counters, disable, is_compiling, optimize, reset
from alternator.tracing import hidden_types as _hidden_types# noqa: F401  the rules name types by it
from alternator.configuration import config
from alternator.errors import Unsupported
from alternator import logs as _logs
from alternator.dynamo import state as _shared_state

_logs.start()
_shared_state.begin()
_shared_state.when_imported(_shared_state.join)
if config.disable:
    from alternator import stance as _stance

    _stance.apply()

if TYPE_CHECKING:
    from alternator.guard_filters import (
        skip_guard_on_all_nn_modules_unsafe as skip_guard_on_all_nn_modules_unsafe,
        skip_guard_on_inbuilt_nn_modules_unsafe as skip_guard_on_inbuilt_nn_modules_unsafe,
    )
    from alternator.marks import (
        allow_in_graph as allow_in_graph,
        assume_constant_result as assume_constant_result,
        mark_dynamic as mark_dynamic,
        mark_static as mark_static,
        mark_unbacked as mark_unbacked,
        maybe_mark_dynamic as maybe_mark_dynamic,
    )
    from alternator.optimized_module import OptimizedModule as OptimizedModule
    from alternator.report import explain as explain
    from alternator.stance import set_stance as set_stance

__version__ = "0.1.0"

_LAZY = {
    "skip_guard_on_all_nn_modules_unsafe": "guard_filters",
    "skip_guard_on_inbuilt_nn_modules_unsafe": "guard_filters",
    "allow_in_graph": "marks",
    "assume_constant_result": "marks",
    "mark_dynamic": "marks",
    "mark_static": "marks",
    "mark_unbacked": "marks",
    "maybe_mark_dynamic": "marks",
    "OptimizedModule": "optimized_module",
    "explain": "report",
    "set_stance": "stance",
}

__all__ = [
    "Unsupported",
    "compile",
    "config",
    "counters",
    "disable",
    "is_compiling",
    "optimize",
    "reset",
    *_LAZY,
]


def __getattr__(name: str):
    if name not in _LAZY:
        raise AttributeError(f"module 'alternator' has no attribute {name!r}")
    value = getattr(_importlib.import_module(f"alternator.{_LAZY[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_LAZY})
