"""Calls pure functions while tracing, and detects warnings without showing them.

The running program has to warn itself, at each call. C code that warns looks into `__warningregistry__` in the globals
of the running Python frame. Ours holds a key whose comparison raises, so that the warning ends there, before the
process's filters are read or changed. """

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class Warned(Exception):  # noqa: N818 - not an error
    """The function wanted to warn."""


class _Asked:
    """The key that is compared first, the version of the filters: its comparison raises."""

    def __hash__(self) -> int:
        return hash("version")

    def __eq__(self, other: object) -> bool:
        raise Warned


__warningregistry__: dict[Any, Any] = {_Asked(): None}


def call(function: Callable[..., Any], arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
    """Calls a pure function. Raises `Warned` where it warns."""
    return _caller(function, arguments, keywords)


def _caller(function: Callable[..., Any], arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
    # Some warn in the name of the function that called.
    return function(*arguments, **keywords)
