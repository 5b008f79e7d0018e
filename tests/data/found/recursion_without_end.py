"""Recursion that ends with the stack: the frames in which the engine finds no room are left at once.

Found by `--guards` on 3.14, with a collection or an audit hook that ran Python code while the engine made ready to leave a frame.
"""

import torch

from alternator import _engine


class Asked:
    def __init__(self):
        self.answers = {}

    def __getattr__(self, name):
        try:
            return self.answers[name]
        except KeyError:
            raise AttributeError(name) from None


def fn(x, asked):
    found = []
    try:
        found.append(asked.z.real)
    except Exception as error:
        found.append(type(error).__name__)
    return x + 1, found


def case(t):
    _engine.capture_every_frame(True)
    try:
        compiled, asked = t.compile(fn), Asked()
        t.equal(compiled(torch.ones(2), asked), (torch.ones(2) + 1, ["AttributeError"]))
        Asked.__getattribute__ = Asked.__getattr__
        for _ in range(3):
            t.equal(compiled(torch.ones(2), asked), (torch.ones(2) + 1, ["RecursionError"]))
    finally:
        _engine.capture_every_frame(False)
