"""An error of a codec that `__new__` has made and `__init__` has not filled yet goes from one compiled frame to the next."""

import torch


class Bare(UnicodeDecodeError):
    def __new__(cls, *arguments):
        return super().__new__(cls)


class Unsaid(UnicodeEncodeError):
    def __init__(self, *arguments):
        self.given = arguments


class Emptied(UnicodeTranslateError):
    def __new__(cls, *arguments):
        return super().__new__(cls)


def fn(x, kind, arguments):
    error = kind(*arguments)
    x = x + 1
    torch._dynamo.graph_break()
    return x, error, error.args


def calls():
    for _ in range(2):
        yield torch.ones(2), Bare, ("utf8", b"ab", 0, 1, "reason")
        yield torch.ones(2), Unsaid, ("utf8", "ab", 0, 1, "reason")
        yield torch.ones(2), UnicodeTranslateError, ("ab", 0, 1, "reason")
        yield torch.ones(2), Emptied, ("ab", 0, 1, "reason")
