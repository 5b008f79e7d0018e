"""What inductor will ask the C++ compiler, asked beforehand and in the background.

Before its first kernel inductor compiles a program for each instruction set that the processor has, one after another, to
see whether the compiler and the libraries have it too: seven seconds on two quiet cores. The answers stand in files of
inductor's cache, behind locks. So threads ask all of them at once while the graph is being lowered, and inductor finds
the files or waits for them.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import threading
from typing import Any

# What the threads use. Imported before they begin: they import nothing while the main thread does.
_USED = "torch._inductor.compile_fx", "torch._inductor.codecache", "torch._inductor.cpp_builder", "torch.utils._filelock"


@functools.cache
def ask_for_instruction_sets() -> None:
    """Begins, once in a process, to ask for each instruction set of the processor. Inductor is imported."""
    for name in _USED:
        importlib.import_module(name)
    from torch._inductor import cpu_vec_isa

    flags = cpu_vec_isa.x86_isa_checker()
    for instruction_set in cpu_vec_isa.supported_vec_isa_list:
        if all(flag in flags for flag in str(instruction_set).split()):
            threading.Thread(target=_ask, args=(instruction_set,), daemon=True).start()


def _ask(instruction_set: Any) -> None:
    with contextlib.suppress(Exception):  # inductor asks again, and says what is wrong
        bool(instruction_set)
