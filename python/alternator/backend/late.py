"""Mappings some of whose entries are made when somebody reads them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


class FilledWhenRead:
    """Comes before the mapping's class among the bases. No reader can tell that the entries were not there."""

    __slots__ = ()

    def _fill(self) -> None:
        """Enters what is still missing; does nothing the second time."""
        raise NotImplementedError

    def _is_late(self, key: Any) -> bool:
        """Whether the entry may be one of those."""
        return True

    def __getitem__(self, key: Any) -> Any:
        if self._is_late(key):
            self._fill()
        return super().__getitem__(key)  # type: ignore[misc]

    def __contains__(self, key: object) -> bool:
        if self._is_late(key):
            self._fill()
        return super().__contains__(key)  # type: ignore[misc]

    def get(self, key: Any, default: Any = None) -> Any:
        if self._is_late(key):
            self._fill()
        return super().get(key, default)  # type: ignore[misc]

    def __iter__(self) -> Iterator[Any]:
        self._fill()
        return super().__iter__()  # type: ignore[misc]

    def __len__(self) -> int:
        self._fill()
        return super().__len__()  # type: ignore[misc]
