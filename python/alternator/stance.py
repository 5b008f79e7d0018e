"""`set_stance`: what the compiler may do when a call is not in the cache."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

from alternator import _engine

STANCES = (
    "default",
    "eager_then_compile",
    "aot_eager_then_compile",
    "force_eager",
    "eager_on_recompile",
    "fail_on_recompile",
)

_forced: list[Any] = [None]


class set_stance(contextlib.ContextDecorator):  # noqa: N801 - torch's spelling
    """Sets the stance at once; as a `with` block or a decorator, only for its length.

    - `"default"`: compile what is new;
    - `"force_eager"`: run everything as written;
    - `"eager_on_recompile"`: use what is compiled, run the rest as written;
    - `"fail_on_recompile"`: use what is compiled, raise for the rest;
    - `"eager_then_compile"`: run a function once as written before it is compiled.

    `skip_guard_eval_unsafe` takes the first entry whose guards differ from the others' without
    checking more; `force_backend` compiles with that backend instead.
    """

    def __init__(
        self,
        stance: str = "default",
        *,
        skip_guard_eval_unsafe: bool = False,
        force_backend: str | Callable[..., Any] | None = None,
    ) -> None:
        if stance not in STANCES:
            import difflib

            near = difflib.get_close_matches(stance, STANCES, n=1)
            hint = f"; did you mean {near[0]!r}?" if near else f"; there are {', '.join(STANCES)}"
            raise RuntimeError(f"no stance is called {stance!r}{hint}")
        if force_backend is not None and stance != "default":
            raise RuntimeError("force_backend needs the default stance")
        self._wanted = (stance, skip_guard_eval_unsafe)
        self._backend = force_backend
        self._before = (_engine.set_stance(*self._wanted), _forced[0])
        _forced[0] = force_backend
        self._on = True

    def __enter__(self) -> None:
        if not self._on:
            self._before = (_engine.set_stance(*self._wanted), _forced[0])
            _forced[0] = self._backend
            self._on = True

    def __exit__(self, *_: object) -> None:
        if self._on:
            stance, _forced[0] = self._before
            _engine.set_stance(*stance)
            self._on = False

    def __call__(self, fn: Callable[..., Any]) -> Callable[..., Any]:
        self.__exit__()  # a decorator sets the stance in calls, not now
        return super().__call__(fn)


def forced_backend() -> str | Callable[..., Any] | None:
    """The backend that a stance puts in the place of every other."""
    return _forced[0]
