"""Code that looks at itself: `locals`, `globals`, `eval`, `sys._getframe`, tracebacks."""

import sys
import traceback


def caller():
    return sys._getframe(1).f_code.co_name


def lines():
    try:
        raise ValueError("here")
    except ValueError as error:
        return [(f.name, f.line) for f in traceback.extract_tb(error.__traceback__)]


def program():
    x, y = 1, 2
    found = sorted(locals().items())
    return found, eval("x + y"), caller(), "program" in globals(), lines(), [k for k in vars() if k == "x"]


# expect captured
# in pieces
# as written: caller
# as written: program
