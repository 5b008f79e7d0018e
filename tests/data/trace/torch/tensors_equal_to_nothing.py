"""A tensor that is compared with what is no operand of torch's (None, a text, a list) equals nothing; an object with an
answer of its own is asked."""

import torch


class Answers:
    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return NotImplemented


class Plain:
    pass


def fn(x, y):
    found = [x == None, None == x, x != None, x == "text", (1, 2) != x, x == [1], {} == x, x == Plain()]  # noqa: E711
    found += [x == Answers(), Answers() == x, x != Answers(), x == torch.float32, x == ...]
    found += [None in [x, y], None not in (x, y), "text" in [y, x], y in [None, x, y], [x, y].count(None), [x, None].index(None)]
    return found, x + y


def case(t):
    compiled = t.compile(fn, fullgraph=True)
    x = torch.ones(1)
    for _ in range(2):
        t.equal(compiled(x, x), fn(x, x))
