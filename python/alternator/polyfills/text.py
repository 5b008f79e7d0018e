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
    return _formatted(template, arguments, keywords, [0], 2)


def _formatted(template, arguments, keywords, numbered, depth):
    """`numbered` holds how many fields have had numbers of their own so far; -1 where they are written."""
    if depth == 0:
        raise ValueError("Max string recursion exceeded")
    result = ""
    for literal, field, specification, conversion in parsed(template):
        result = result + literal
        if field is None:
            continue
        name, path = split_field(field)
        if name == "":
            if numbered[0] < 0:
                raise ValueError("cannot switch from manual field specification to automatic field numbering")
            value = _positional(arguments, numbered[0])
            numbered[0] += 1
        elif name.isdigit():
            if numbered[0] > 0:
                raise ValueError("cannot switch from automatic field numbering to manual field specification")
            numbered[0] = -1
            value = _positional(arguments, int(name))
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
            specification = _formatted(specification, arguments, keywords, numbered, depth - 1)
        result = result + format(value, specification)
    return result


def _positional(arguments, index):
    if index >= len(arguments):
        raise IndexError(f"Replacement index {index} out of range for positional args tuple")
    return arguments[index]


def split_field(field):
    """`first.name[0]` as ("first", ((True, "name"), (False, 0)))."""
    import _string

    first, rest = _string.formatter_field_name_split(field)
    return str(first), tuple(rest)


def formats_numbers(specification):
    """Whether a number of any kind, and not only some, can be written to this specification."""
    try:
        return all(format(number, specification) is not None for number in (True, 1, 1.0, 1j))
    except ValueError:
        return False


def int_of_bytes(data, order, signed):
    return int.from_bytes(data, order, signed=signed)


def bytes_of_hex(text):
    return bytes.fromhex(text)


def float_of_hex(text):
    return float.fromhex(text)


def all_matches(pattern, text):
    return tuple(pattern.finditer(text))


def substituted(pattern, replacement, text, count):
    """`pattern.sub(replacement, text, count)` with a function for the replacement."""
    pieces, end = [], 0
    for number, match in enumerate(pattern.finditer(text)):
        if number == count > 0:
            break
        pieces.append(text[end : match.start()])
        pieces.append(replacement(match))
        end = match.end()
    pieces.append(text[end:])
    return text[:0].join(pieces)
