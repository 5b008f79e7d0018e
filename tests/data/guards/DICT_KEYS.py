"""All keys in order, whether by value or by identity."""

from collections import OrderedDict
from decimal import Decimal

from torch import Size

from guarding import changes, check


def case(t):
    check("DICT_KEYS", {"a": 1, 2: 3}, same=[{"a": 5, 2: None}], other=[{2: 3, "a": 1}, {"a": 1}, {"a": 1, 2.0: 3}, []],
          text="list(L['x'].keys()) == ['a', 2]")
    check("DICT_KEYS", {case: 1}, same=[{case: 2}], other=[{check: 1}])
    check("DICT_KEYS", {range(0, 3, 2): 1}, same=[{range(0, 3, 2): 1}], other=[{range(0, 4, 2): 1}])
    check("DICT_KEYS", {Decimal("1.0"): 1}, other=[{Decimal("1.00"): 1}])
    check("DICT_KEYS", {Size([1]): 1}, same=[{Size([1]): 1}], other=[{(1,): 1}])
    it = OrderedDict(a=1, b=2)
    changes("ORDERED_KEYS", it, lambda: it.move_to_end("a"))
    plain = {"a": 1, "b": 2}
    changes("DICT_KEYS", plain, lambda: plain.update(a=plain.pop("a")))
