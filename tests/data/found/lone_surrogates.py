"""Texts that no UTF-8 stands for: joined, formatted and as names of attributes (CPython's test_plistlib)."""

import torch

LONE = "\ud8ff"


class Holder:
    pass


def fn(x):
    text = f"<{LONE}>"
    holder = Holder()
    setattr(holder, LONE, len(text))
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        told = ascii(str(error))
    names = ascii(sorted(holder.__dict__))
    return x + getattr(holder, LONE), told, ascii(text), names, hasattr(holder, "\\ud8ff")


def calls():
    yield (torch.ones(2),)
