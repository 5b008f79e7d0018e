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


def asked(name, contents, arguments, owners, keywords):
    """What a method gives and what the bytearray holds then. A bytearray is told by its contents: one that it gives, and an
    argument that has an owner, "self" or "another"."""
    own = bytearray(contents)
    bytearrays = {"self": lambda _: own, "another": bytearray}
    arguments = [bytearrays[owner](given) if owner else given for given, owner in zip(arguments, owners)]
    given = getattr(bytearray, name)(own, *arguments, **dict(keywords))
    if given is own:
        return "self", None, bytes(own)
    if type(given) is bytearray:
        return "one", bytes(given), bytes(own)
    if type(given) in (list, tuple) and all(type(part) is bytearray for part in given):
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
    """What C code takes for bytes or for a sequence of numbers: its items, if it is to be iterated over. It asks for none after
    one that it refuses."""
    if is_a(value, (bytes, bytearray, str)) or not has_special(value, "__iter__"):
        return _plain(value)
    items = []
    for item in value:
        items.append(item)
        if not is_a(item, int) or not 0 <= item <= 255:
            break
    return items


_COMPARISONS = ("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__")


def _taken(name, arguments):
    """What C code takes of the arguments of a method."""
    if name == "join" and len(arguments) == 1 and has_special(arguments[0], "__iter__"):
        return ([_plain(part) for part in arguments[0]],)
    taken = [_plain(argument) for argument in arguments]
    is_stored = name == "__setitem__" and len(arguments) == 2 and is_a(arguments[0], slice)
    if is_stored or name in ("extend", "__init__") and len(arguments) == 1:
        taken[-1] = _numbers(arguments[-1])
    return tuple(taken)


def _owners(self, arguments):
    """Whose contents the arguments are."""
    return tuple([("self" if argument is self else "another") if is_a(argument, bytearray) else None for argument in arguments])


def method(function, self, *arguments, **keywords):
    """Calls `function`, a method in C of bytearray."""
    name = function.__name__
    if name in _COMPARISONS and len(arguments) == 1 and not is_a(arguments[0], (bytes, bytearray)):
        if has_special(arguments[0], "__buffer__") or is_a(arguments[0], (memoryview, array)):
            give_up("a bytearray compared with the memory of another object")
        return NotImplemented
    if name == "__init__" and len(arguments) == 1 and not keywords:
        set_contents(self, b"")  # whatever it says of the source
    taken = _taken(name, arguments)
    kind, given, contents = asked(name, contents_of(self), taken, _owners(self, arguments), tuple(keywords.items()))
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
    taken = tuple([*[_numbers(source) for source in arguments[:1]], *arguments[1:]])
    set_contents(own, asked("__init__", b"", taken, _owners(own, arguments), ())[2])

