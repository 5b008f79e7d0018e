"""`set_stance`: what may happen when no entry holds for a call."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable
from typing import Any

from alternator import _engine
from alternator import context as contexts
from alternator.configuration import values

STANCES = (
    "default",
    "eager_then_compile",
    "aot_eager_then_compile",
    "force_eager",
    "eager_on_recompile",
    "fail_on_recompile",
)

# The stance, whether the only entry is trusted, and the backend that stands in for every other.
_now: tuple[str, bool, Any] = ("default", False, None)


def follow(stance: str, skip_guard_eval_unsafe: bool, backend: Any) -> tuple[str, bool, Any]:
    """Sets a stance; returns the previous one."""
    global _now
    before, _now = _now, (stance, skip_guard_eval_unsafe, backend)
    try:
        apply()
    except BaseException:
        _now = before
        raise
    if backend is not before[2]:
        contexts.force(backend)
    return before


def apply() -> None:
    """Passes the stance to the engine; with `config.disable` everything runs as written."""
    stance, skip_guard_eval_unsafe, _ = _now
    _engine.set_stance("force_eager" if values["disable"] else stance, skip_guard_eval_unsafe)


def _take(stance: str, skip_guard_eval_unsafe: bool, backend: Any) -> tuple[str, bool, Any]:
    """Sets a stance here and in torch's front end."""
    before = follow(stance, skip_guard_eval_unsafe, backend)
    if eval_frame := sys.modules.get("torch._dynamo.eval_frame"):
        eval_frame._stance = eval_frame.DynamoStance(stance, skip_guard_eval_unsafe, backend)
    return before


class set_stance(contextlib.ContextDecorator):  # noqa: N801 - torch's spelling
    """Sets the stance at once; as a `with` block or a decorator, only for its length.

    - `"default"`: compile what is new;
    - `"force_eager"`: run everything as written;
    - `"eager_on_recompile"`: use what is compiled, run the rest as written;
    - `"fail_on_recompile"`: use what is compiled, raise for the rest;
    - `"eager_then_compile"`: run a function once as written before it is compiled; sizes and ints that differ in the next
      call are dynamic.

    With `skip_guard_eval_unsafe`, of a function that was compiled once only the tensors are checked, and nothing new is
    compiled: a call for which nothing compiled serves raises a RuntimeError. `force_backend` compiles with that backend instead.
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
            raise RuntimeError("non-default stance cannot have force_backend set")
        self._wanted = (stance, skip_guard_eval_unsafe, force_backend)
        self._before = _take(*self._wanted)
        self._on = True

    __init__._dynamo_forbidden = True  # type: ignore[attr-defined]  in compiled code, as torch's own

    def __enter__(self) -> None:
        if not self._on:
            self._before = _take(*self._wanted)
            self._on = True

    def __exit__(self, *_: object) -> None:
        if self._on:
            _take(*self._before)
            self._on = False

    def __call__(self, fn: Callable[..., Any]) -> Callable[..., Any]:
        self.__exit__()  # a decorator sets the stance in calls, not now
        return super().__call__(fn)
