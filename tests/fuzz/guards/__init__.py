"""The machine for guards: objects that a function reads, changed between its calls in every way that they allow.

A program has some *places*: an object of some kind (`kinds.py`, `torch_kinds.py`) inside of holders (`holders.py`). Its
function reads them; its calls change them in between, from the caller, inside of the function, in a thread or in a finaliser, after
1, 2 or 1,000 calls that change nothing (`whole.py`).
"""

from fuzz import oracle
from fuzz.guards.whole import make

__all__ = ["make"]


def check(path: str, settings: oracle.Settings) -> oracle.Outcome:
    """What is wrong with a program, if it can be looked at: one may change a class so that nobody can."""
    try:
        return oracle.check(path, settings)
    except oracle.Unfit:
        return oracle.Outcome(numbers={"unfit": 1})
