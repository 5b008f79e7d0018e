"""Text: what needs more than constants, or is given more than them."""

from __future__ import annotations

import ast
import re
import string
import warnings
from collections import deque

from . import this_version
from .breaking import give_up, has_special, is_a


def slice_of_text(text, start, stop, step):
    return text[start:stop:step]


_CONTAINERS = (ast.Expression, ast.Constant, ast.Tuple, ast.List, ast.Dict)
_OPERATIONS = (ast.UnaryOp, ast.BinOp, ast.BoolOp, ast.IfExp, ast.unaryop, ast.operator, ast.boolop, ast.expr_context)


def evaluated(text):
    """What an expression of literals and operators gives, in a tuple; an empty one for any other text, and for one that CPython warns of."""
    if type(text) is not str:
        return ()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            tree = ast.parse(text.lstrip(" \t"), mode="eval")
            if all(isinstance(node, _CONTAINERS + _OPERATIONS) for node in ast.walk(tree)):
                return (eval(compile(tree, "<string>", "eval"), {}),)  # without names
    except Exception:
        pass
    return ()


_PARSE = string.Formatter().parse


def parsed(template):
    """The pieces of a format string, as a tuple: (literal, field, specification, conversion)."""
    return tuple(_PARSE(template))


_PIECE = re.compile(r"%(\([^()]*\))?([-+ #0]*(?:\d+)?(?:\.\d*)?)[hlL]?([a-zA-Z%])")


def pieces(template):
    """The pieces of a text with `%`, as a tuple: (literal, name or None, form, conversion); None where it is not plain."""
    found, start = [], 0
    for match in _PIECE.finditer(template):
        name, form, conversion = match.groups()
        literal = template[start : match.start()]
        if "%" in literal or conversion not in "diouxXeEfFgGcrsa%":
            return None
        found.append((literal, name and name[1:-1], form, conversion))
        start = match.end()
    found.append((template[start:], None, "", ""))
    return None if "%" in template[start:] else tuple(found)


def number(piece, value):
    raise NotImplementedError("known to the engine alone")


def _is_mapping(value):
    """Whether C code takes it for a mapping: a deque has items, but no keys."""
    return has_special(value, "__getitem__") and type(value).__getitem__ is not deque.__getitem__


def percent(template, values):
    """`template % values`."""
    parts = pieces(template)
    if parts is None:
        give_up("a text that % makes, of a form that is not plain")
    several = is_a(values, tuple)
    named = not several and not is_a(values, str) and _is_mapping(values)
    waiting = tuple.__iter__(values) if several else iter((values,))
    left = count = tuple.__len__(values) if several else 1
    result = ""
    for literal, name, form, conversion in parts:
        result = f"{result}{literal}"
        if conversion == "":
            break
        if conversion == "%":
            result = f"{result}%"
            continue
        if name is None:
            if left == 0:
                raise TypeError(this_version.NOT_ENOUGH_TO_FORMAT.format(count))
            value = next(waiting)
            left -= 1
        elif named:
            value = values[name]
        else:
            this_version.no_mapping_to_format(type(values))
        if conversion in "sra":
            text = _plain(str(value) if conversion == "s" else repr(value) if conversion == "r" else ascii(value))
            result = f"{result}{number(f'%{form}s', text) if form else text}"
        else:
            result = f"{result}{_number(f'%{form}{conversion}', value)}"
    if left and not named:
        raise TypeError(this_version.NOT_ALL_FORMATTED.format(count - left, count))
    return result


def _number(form, value):
    try:
        return number(form, value)
    except Exception:
        if this_version.NUMBERS_WHAT_IT_FORMATS:
            give_up("a text that % refuses to make, where the error tells of which value")
        raise


def format_text(template, arguments, keywords):
    """`template.format(*arguments, **keywords)`."""
    if not str.__contains__(template, "{") and not str.__contains__(template, "}"):
        return template  # also one of a class derived from str
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
        result = result + _plain(format(value, specification))
    return result


def _plain(text):
    """A text that C code gives back as it is, if nothing else is written beside it."""
    if type(text) is not str:
        give_up("a text that % or format() makes of one of a class derived from str")
    return text


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


_OWN_CODECS = {"utf-8", "ascii", "latin-1", "iso-8859-1", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"}
_OWN_CODECS |= {"utf8", "latin1", "iso8859-1", "us-ascii"}
_OWN_HANDLERS = {"strict", "ignore", "replace", "backslashreplace", "xmlcharrefreplace", "namereplace", "surrogateescape", "surrogatepass"}


def is_own_codec(encoding, errors):
    """Whether no codec or handler is asked for that programs register; whatever is no text is refused by the call itself."""
    own = not isinstance(encoding, str) or encoding.lower().replace("_", "-") in _OWN_CODECS
    return own and (not isinstance(errors, str) or errors in _OWN_HANDLERS)
