"""Calls of pure functions while a frame is traced: a warning is noticed, and given to nobody.

A warning is for the running program to give, each time anew. C code that warns asks the globals of the running Python
frame for what was warned of before, a dict. Ours holds a key that cannot be looked past: the warning ends there, before
any filter of the process is asked, and those are left as they are.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class Warned(Exception):  # noqa: N818 - not an error
    """The function wanted to warn."""


class _Asked:
    """Stands where the version of the filters is looked up, which is the first thing that is."""

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
