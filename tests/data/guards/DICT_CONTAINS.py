"""Whether one key is there; other keys may come and go."""

import enum

import torch

from guarding import changes, check


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


def case(t):
    check("DICT_CONTAINS", {"a": 1}, same=[{"a": 2, "b": 3}], other=[{}, {"b": 1}], key="a",
          text="___dict_contains('a', L['x'])")
    check("DICT_CONTAINS", {"a": 1}, same=[{}], other=[{"b": 1}], key="b", text="not ___dict_contains('b', L['x'])")
    check("DICT_CONTAINS", {Colour.RED: 1}, same=[{Colour.RED: 2}], other=[{Colour.BLUE: 1}, {}], key=Colour.RED)
    module = torch.nn.Linear(2, 2)
    changes("NOT_IN_INSTANCE_DICT", module, lambda: setattr(module, "forward", print), key="forward",
            says="not ___dict_contains('forward', x.__dict__)")
    del module.forward
    changes("DICT_CONTAINS", module, lambda: setattr(module, "forward", print), key="forward", path=(("dict",),))
