"""The machine that makes guards false: no entry may serve when something that it has observed is otherwise.

A program is a case of `tests/data` or a small model (`subjects.py`). Whenever one of its entries is made, its guards are gone
through: the object that a guard speaks of is changed, or replaced where it stands, in each way that the kind of guard speaks of
(`falsified.py`). The entry must refuse, and serve again when all is as it was. What cannot be made false is counted, by kind.
"""

from fuzz.soundness.machine import check, make

__all__ = ["check", "make"]
