"""Words and questions that all of the comparison shares."""

from __future__ import annotations

import re


class Unequal(Exception):
    """Two results differ; or there is no way to tell."""


def differ(text):
    raise Unequal(text)


def must_equal(found, expected, what):
    if found != expected:
        differ(f"has {what} {found!r}; expected {expected!r}")


def text_of(place):
    """A place is a chain of steps, the last one first."""
    steps = []
    while place is not None:
        place, step = place
        steps.append(step)
    if len(steps) > 12:
        steps[6:-6] = ["…"]
    return "".join(reversed(steps))


def shown(value):
    try:
        text = re.sub(r" at 0x[0-9a-f]+", "", repr(value))
    except Exception as error:
        text = f"<{name_of(type(value))} whose repr raises {type(error).__name__}>"
    return text if len(text) <= 200 else text[:200] + "…"


def name_of(cls):
    return f"{cls.__module__}.{cls.__qualname__}"


HEAP_TYPE, IMMUTABLE_TYPE = 1 << 9, 1 << 8


def made_by_programs(cls):
    return cls.__flags__ & HEAP_TYPE and not cls.__flags__ & IMMUTABLE_TYPE


def is_python_class(cls):
    """Whether a class statement made it, so that attributes and slots are all that it adds to its bases."""
    return made_by_programs(cls) and ("__slots__" in vars(cls) or cls.__dictoffset__ != 0)
