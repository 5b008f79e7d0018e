"""`!=` of a class that has only `__eq__` calls that, also where the class of None has no comparison of its own (before 3.12)."""

import collections

import torch

ASKED = []


class Plain:
    def __init__(self, answer):
        self.answer = answer

    def __eq__(self, other):
        ASKED.append(type(other).__name__)
        return self.answer


class Mapping(collections.UserDict):
    def __eq__(self, other):
        ASKED.append(type(other).__name__)
        return "perhaps"


def fn(x, o):
    ASKED.clear()
    answers = o != 3, 3 != o, o != o, o != None, None != o, None != None, None != 3  # noqa: E711, PLR0124
    return x + 1, answers, list(ASKED)


calls = [(torch.ones(2), o) for o in (Plain("perhaps"), Plain(0), Mapping(), None, 3)]


# expect graphs
# graph 0
#   l_x_: input
#   add = add(l_x_, 1)
#   return (add,)
# graph 1
#   l_x_: input
#   add = add(l_x_, 1)
#   return (add,)
# graph 2
#   l_x_: input
#   add = add(l_x_, 1)
#   return (add,)
# graph 3
#   l_x_: input
#   add = add(l_x_, 1)
#   return (add,)
# graph 4
#   l_x_: input
#   add = add(l_x_, 1)
#   return (add,)
# expect breaks
