"""Begins ahead of time, in the background, what inductor will ask of the C++ compiler.

Before its first kernel inductor tries each instruction set that the processor has: a program is compiled for it and loaded.
It then uses the best one. And the header that all kernels include is compiled, once for a folder of caches. That is seven
seconds and six on a quiet core, one after the other, while nothing else runs. So only the best set is tried, and both is
done by a thread while the graph is being lowered. The answers stand in files of inductor's cache, behind locks: inductor
finds the files or waits for them.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import os
import threading
from collections.abc import Iterator, Sequence
from typing import Any

# The modules that the thread uses. They are imported before it starts, so that two threads never import at once.
_USED = "torch._inductor.codecache", "torch._inductor.cpp_builder", "torch._inductor.cpu_vec_isa", "torch.utils._filelock"


@functools.cache
def begin() -> None:
    """Begins, once in a process, and imports inductor."""
    for name in _USED:
        importlib.import_module(name)
    _try_the_best_alone()
    threading.Thread(target=_compile_header, name="alternator-ahead", daemon=True).start()
    importlib.import_module("torch._inductor.compile_fx")


def _try_the_best_alone() -> None:
    from torch._inductor import cpu_vec_isa

    flags = cpu_vec_isa.x86_isa_checker()
    if flags:
        sets = [it for it in cpu_vec_isa.supported_vec_isa_list if all(flag in flags for flag in str(it).split())]
        cpu_vec_isa.valid_vec_isa_list = functools.cache(lambda: _Usable(sets))


class _Usable(Sequence[Any]):
    """Those of some instruction sets, best first, that the compiler and the libraries have. One is tried when it is reached.

    To try one changes it for a while, so threads take turns.
    """

    def __init__(self, sets: list[Any]):
        self._sets = sets
        self._renew_lock()
        os.register_at_fork(after_in_child=self._renew_lock)

    def _renew_lock(self) -> None:
        self._lock = threading.Lock()

    def _has(self, instruction_set: Any) -> bool:
        with self._lock:
            return bool(instruction_set)

    def __iter__(self) -> Iterator[Any]:
        return filter(self._has, self._sets)

    def __bool__(self) -> bool:
        return any(map(self._has, self._sets))

    def __len__(self) -> int:
        return len(list(self))

    def __getitem__(self, index: Any) -> Any:
        return next(iter(self)) if index == 0 and self else list(self)[index]


def _compile_header() -> None:
    from torch._inductor.codecache import CppPythonBindingsCodeCache

    with contextlib.suppress(Exception):  # inductor does it again, and says what is wrong
        # This compiles the header; the kernel would be compiled when its result is asked for.
        CppPythonBindingsCodeCache.load_pybinding_async([], 'extern "C" void kernel() {}')
