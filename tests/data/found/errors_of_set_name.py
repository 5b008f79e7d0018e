"""An error of `__set_name__` is wrapped or given a note, whatever its class is, and past its own `add_note`. Found by CPython's own tests."""

import torch


class Stop(BaseException):
    pass


class Quiet(Exception):
    def add_note(self, note):
        self.note = note


class Names:
    def __init__(self, error):
        self.error = error

    def __set_name__(self, owner, name):
        raise self.error


def fn(x, error):
    try:

        class Made:
            attribute = Names(error())

    except BaseException as raised:
        return x + 1, type(raised), str(raised), type(raised.__cause__), getattr(raised, "__notes__", None), hasattr(raised, "note")
    return x


def calls():
    for error in (KeyError, Stop, Quiet):
        yield torch.ones(2), error
