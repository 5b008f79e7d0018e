"""Text: what needs more than constants, or is given more than them."""

from __future__ import annotations

import string


def slice_of_text(text, start, stop, step):
    return text[start:stop:step]


_PARSE = string.Formatter().parse


def parsed(template):
    """The pieces of a format string, as a tuple: (literal, field, specification, conversion)."""
    return tuple(_PARSE(template))


def format_text(template, arguments, keywords):
    """`template.format(*arguments, **keywords)`."""
    result = ""
    automatic = 0
    for literal, field, specification, conversion in parsed(template):
        result = result + literal
        if field is None:
            continue
        name, path = split_field(field)
        if name == "":
            if automatic < 0:
                raise ValueError("cannot switch from manual field specification to automatic field numbering")
            value = arguments[automatic]
            automatic += 1
        elif name.isdigit():
            if automatic > 0:
                raise ValueError("cannot switch from automatic field numbering to manual field specification")
            automatic = -1
            value = arguments[int(name)]
        else:
            value = keywords[name]
        for is_attribute, key in path:
            value = getattr(value, key) if is_attribute else value[key]
        if conversion == "r":
            value = repr(value)
        elif conversion == "s":
            value = str(value)
        elif conversion == "a":
            value = ascii(value)
        if "{" in specification:
            specification = format_text(specification, arguments, keywords)
        result = result + format(value, specification)
    return result


def split_field(field):
    """`first.name[0]` as ("first", ((True, "name"), (False, 0)))."""
    import _string

    first, rest = _string.formatter_field_name_split(field)
    return str(first), tuple(rest)
