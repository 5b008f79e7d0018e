"""The machines, by the name that `tools/fuzz --NAME` knows."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from types import ModuleType


@dataclass(frozen=True)
class Machine:
    name: str
    module: str
    about: str
    floor: float
    """The least share of cases in which something is captured: a machine below tests nothing, and fails."""
    patience: float = 60.0
    """Seconds after which a case is taken for hanging."""
    alone: bool = False
    """Whether the module makes and runs its cases by itself: `--seed N --seconds S`, exit status 1 for a finding."""

    def load(self) -> ModuleType:
        return importlib.import_module(self.module)


MACHINES = {
    machine.name: machine
    for machine in (
        Machine("programs", "fuzz.programs", "whole programs, of all of the language and of tensors", floor=0.8),
        Machine("special-methods", "fuzz.special_methods", "subclasses of builtin classes with special methods of their own", floor=0.0, alone=True),
        Machine("same-values", "fuzz.same_values", "values that are equal and can be told apart", floor=1.0, alone=True),
        Machine("containers", "fuzz.containers", "methods and operators of builtin containers and iterators, around breaks", floor=0.8),
        Machine("library", "fuzz.library", "functions of the standard library, with any arguments", floor=0.8),
        Machine("breaks", "fuzz.breaks", "programs that break at one instruction after the other", floor=0.7, patience=300.0),
        Machine("settings", "fuzz.settings", "programs under settings that are not their own", floor=0.7, patience=300.0),
        Machine("faults", "fuzz.faults", "interrupts, errors and code in between, while programs run", floor=0.5, patience=300.0),
        Machine("threads", "fuzz.threads", "functions that several threads call, while others change what they read", floor=0.9, patience=300.0),
        Machine("raises", "fuzz.raises", "operators that fail only when they run, among handlers and effects", floor=0.8),
        Machine("transforms", "fuzz.transforms", "hooks, functions of autograd, transforms, modes and subclasses around operators", floor=0.8),
        Machine("layers", "fuzz.layers", "modules of a stack, alike or made to differ, whose calls are not all traced", floor=0.8),
        Machine("guards", "fuzz.guards", "objects that are read, and changed between calls in every way", floor=0.8),
        Machine("shapes", "fuzz.shapes", "expressions of sizes and numbers, for arguments of all sizes and around the ends of words", floor=0.8),
        Machine("branches", "fuzz.branches", "torch's branches, loops and scans, in one another, over tensors, sizes and numbers", floor=0.8, patience=300.0),
        Machine("beginnings", "fuzz.beginnings", "what is on around a process's first compilation, and where that happens", floor=0.9, patience=300.0),
        Machine("soundness", "fuzz.soundness", "entries of cases and models, each of their guards made false", floor=0.5, patience=200.0),
    )
}
