"""What the tables of this machine are made of: templates of Python text.

In a template

- `@` is the object, as the program reaches it;
- `#` is a number that no other use of the kind has;
- `$` is some value, drawn at each place where it stands;
- `~` is what a holder holds: an expression that makes a new one.

Templates in one text are parted by `;`, statements of one template by `&&`.
"""

from __future__ import annotations

from typing import NamedTuple


class Kind(NamedTuple):
    """A kind of object: how to make one, how to look at it, how to change it."""

    make: str
    reads: str = ""
    changes: str = ""
    head: str = ""
    """Statements at the top of the program that the others need."""


class Holder(NamedTuple):
    """A kind of object that holds another one."""

    make: str
    path: str
    """How to come to what it holds."""
    reads: str = ""
    changes: str = ""
    head: str = ""


def templates(text: str) -> list[str]:
    return [part.strip() for part in text.split(";") if part.strip()]
