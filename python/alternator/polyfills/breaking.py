"""How traced code leaves to the running program what cannot be traced (rules/builtins/functions.rule)."""

from __future__ import annotations


def give_up(reason):
    """Breaks the graph before the instruction of the program that led here."""
    raise NotImplementedError("known to the engine alone")
