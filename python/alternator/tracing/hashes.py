"""The hash of a tuple whose items' hashes are known while the items are not."""

from __future__ import annotations


class _Item:
    def __init__(self, number: int) -> None:
        self.number = number

    def __hash__(self) -> int:
        return self.number


def of_items(numbers: tuple[int, ...]) -> int:
    return hash(tuple(map(_Item, numbers)))
