"""Compiled coroutine functions: what a coroutine does until it first waits is compiled, at the time at which it is done."""

from __future__ import annotations

import functools
import types
from collections.abc import Callable, Generator
from typing import Any


def wrap(function: Callable[..., Any], compile: Callable[[Callable[..., Any]], Any]) -> Callable[..., Any]:
    """A coroutine function that does what `function` does."""
    function = getattr(function, "_torchdynamo_orig_callable", function)
    begin = compile(_beginning(function))

    @functools.wraps(function)
    async def call(*args: Any, **kwargs: Any) -> Any:
        coroutine, result = begin(*args, **kwargs)
        return result if coroutine is None else await _rest(coroutine, result)

    call._torchdynamo_orig_callable = function  # type: ignore[attr-defined]
    call._torchdynamo_wrapper_id = id(call)  # type: ignore[attr-defined]
    return call


def _beginning(function: Callable[..., Any]) -> Callable[..., Any]:
    """Runs a new coroutine up to where it waits: gives it and what it waits for, or None and its result."""

    def begin(*args: Any, **kwargs: Any) -> tuple[Any, Any]:
        coroutine = function(*args, **kwargs)
        try:
            waits_for = coroutine.send(None)
        except StopIteration as stop:
            return None, stop.value
        return coroutine, waits_for

    # Each function has code of its own, and with it entries of its own.
    begin.__code__ = begin.__code__.replace(co_name=function.__name__)
    return begin


@types.coroutine
def _rest(coroutine: Any, waits_for: Any) -> Generator[Any, Any, Any]:
    """Goes on with a coroutine that waits."""
    while True:
        try:
            sent = yield waits_for
        except GeneratorExit:
            coroutine.close()
            raise
        except BaseException as error:  # noqa: BLE001
            step, argument = coroutine.throw, error
        else:
            step, argument = coroutine.send, sent
        try:
            waits_for = step(argument)
        except StopIteration as stop:
            return stop.value
