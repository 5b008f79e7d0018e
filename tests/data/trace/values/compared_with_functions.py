"""Numbers, texts and tuples leave a comparison with what they know nothing of (a function, a class, a module) to the other."""

import enum
import types

import torch


class Level(enum.IntEnum):
    LOW = 1


class Text(str):
    def upper(self):
        return "changed"


def fn(x, text):
    equal = len == 3, 3 == len, int == 3, 1.5 == types, "a" == len, len == "a", (1,) == len, torch.float32 == 3, torch.add == 3
    unequal = len != 3, 3 != len, "a" != types, Level.LOW != len
    members = Level.LOW == 1, 1.0 == Level.LOW, "a" == text, text == "a", True == Level.LOW  # noqa: E712
    return x + 1, equal, unequal, members


calls = [(torch.ones(2), Text("a")), (torch.ones(2), Text("b"))]


# expect graphs
# graph 0
#   l_x_: input
#   add = add(l_x_, 1)
#   return (add,)
# graph 1
#   l_x_: input
#   add = add(l_x_, 1)
#   return (add,)
# expect breaks
# expect guards
# fn
#   the entry was gone before its guards were looked at
# fn: another entry
