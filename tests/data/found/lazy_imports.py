"""A global that is imported lazily is imported where it is read, in a called function too (CPython's test_super on 3.15)."""

import sys

import torch

sys.modules.pop("colorsys", None)
LAZY = "lazy import colorsys\nlazy from bisect import bisect_left\nlazy import no_such_module\n"
EAGER = "import colorsys\nfrom bisect import bisect_left\n"
exec(LAZY if sys.version_info >= (3, 15) else EAGER, globals())


def value(number):
    return colorsys.rgb_to_hsv(0.5, 0.25, number)[2] + bisect_left([1, 2, 3], 2)  # noqa: F821


def missing():
    try:
        return no_such_module.anything  # noqa: F821
    except (NameError, ImportError):
        return "missing"


def fn(x, number):
    return x + value(number), missing()


def calls():
    for number in (0.25, 0.75):
        yield torch.ones(2), number
