"""Dicts with lazy entries."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


class FilledWhenRead:
    """A mixin, to stand before the dict class among the bases. Readers cannot tell lazy entries from others."""

    __slots__ = ()

    def _fill(self) -> None:
        """Makes the missing entries; does nothing the second time."""
        raise NotImplementedError

    def _fill_for(self, key: Any) -> None:
        """Makes the missing entry of a key, perhaps with others."""
        self._fill()

    def __getitem__(self, key: Any) -> Any:
        self._fill_for(key)
        return super().__getitem__(key)  # type: ignore[misc]

    def __contains__(self, key: object) -> bool:
        self._fill_for(key)
        return super().__contains__(key)  # type: ignore[misc]

    def get(self, key: Any, default: Any = None) -> Any:
        self._fill_for(key)
        return super().get(key, default)  # type: ignore[misc]

    def __iter__(self) -> Iterator[Any]:
        self._fill()
        return super().__iter__()  # type: ignore[misc]

    def __len__(self) -> int:
        self._fill()
        return super().__len__()  # type: ignore[misc]
