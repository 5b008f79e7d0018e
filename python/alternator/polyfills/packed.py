"""What array.array keeps of the numbers that it is given, and what the methods of bytearray do."""

from array import array

from .breaking import give_up, has_special, is_a


def is_of_numbers(typecode):
    return typecode in set("bBhHiIlLqQfd")


def size_of(typecode):
    return array(typecode).itemsize


def kept(typecode, item):
    return array(typecode, (item,))[0]


# ---------------------------------------------------------------- bytearray


def asked(name, contents, arguments, keywords):
    """What a method gives and what the bytearray holds then. A bytearray that it gives is told by its contents."""
    own = bytearray(contents)
    given = getattr(bytearray, name)(own, *arguments, **dict(keywords))
    if given is own:
        return "self", None, bytes(own)
    if type(given) is bytearray:
        return "one", bytes(given), bytes(own)
    if type(given) in (list, tuple):
        return type(given).__name__, tuple(bytes(part) for part in given), bytes(own)
    return "value", given, bytes(own)


def contents_of(value):
    raise NotImplementedError("known to the engine alone")


def set_contents(value, contents):
    raise NotImplementedError("known to the engine alone")


def made(contents):
    return bytearray(contents)


def _plain(value):
    """A number or bytes for C code to take."""
    if is_a(value, bytearray):
        return contents_of(value)
    if type(value) is tuple:
        return tuple([_plain(part) for part in value])
    return value


def _numbers(value):
    """What C code takes for bytes or for a sequence of numbers: its items, if it is to be iterated over."""
    if is_a(value, (bytes, bytearray, str)) or not has_special(value, "__iter__"):
        return _plain(value)
    return list(value)


_OF_ITEMS = ("extend", "__init__", "__setitem__", "__iadd__")
_COMPARISONS = ("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__")


def method(function, self, *arguments, **keywords):
    """Calls `function`, a method in C of bytearray."""
    name = function.__name__
    if name in _COMPARISONS and len(arguments) == 1 and not is_a(arguments[0], (bytes, bytearray)):
        if has_special(arguments[0], "__buffer__") or is_a(arguments[0], (memoryview, array)):
            give_up("a bytearray compared with the memory of another object")
        return NotImplemented
    if name == "join":
        if len(arguments) == 1 and has_special(arguments[0], "__iter__"):
            arguments = [[_plain(part) for part in arguments[0]]]
    elif name in _OF_ITEMS:
        arguments = [_numbers(argument) for argument in arguments]
    else:
        arguments = [_plain(argument) for argument in arguments]
    kind, given, contents = asked(name, contents_of(self), tuple(arguments), tuple(keywords.items()))
    set_contents(self, contents)
    if kind == "self":
        return self
    if kind == "one":
        return made(given)
    if kind == "list":
        return [made(part) for part in given]
    if kind == "tuple":
        return tuple([made(part) for part in given])
    return given


def fill(own, *arguments):
    """`bytearray.__init__`."""
    for source in arguments[:1]:
        if not is_a(source, (bytes, bytearray, str, int)) and has_special(source, "__index__"):
            give_up("a bytearray of a length that an object gives")
    arguments = tuple([_numbers(argument) for argument in arguments])
    set_contents(own, asked("__init__", b"", arguments, ())[2])

