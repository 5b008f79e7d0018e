"""What this version of CPython says and does where versions differ, found out by asking it."""

from __future__ import annotations

import functools
import inspect
import itertools
import operator
import warnings
from collections import defaultdict, deque

from .breaking import class_name, dict_of, give_up, mro_of

# Py_TPFLAGS_HEAPTYPE: the class was made at run time, as the classes of Python code are.
HEAP_TYPE = 1 << 9
# Py_TPFLAGS_DISALLOW_INSTANTIATION: the class has no `__new__`, though Python finds that of `object`.
NO_INSTANCES = 1 << 7


def _said(function, *arguments):
    """The text of the error that a call raises."""
    try:
        function(*arguments)
    except Exception as error:
        return str(error)


def _unpacked(items):
    first, second = items


def _begun(iterator):
    next(iterator)
    return iterator


def _returning():
    try:
        yield
    except GeneratorExit:
        return True


def _seen_twice():
    return locals() is locals()


# Whether a frame has one dict of its variables, which each call of `locals()` brings up to date.
FRAMES_SHARE_LOCALS = _seen_twice()


def _closed(generator):
    next(generator)
    return generator.close()


def _warns(function, *arguments):
    """Whether CPython warns of a call."""
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        function(*arguments)
    return bool(said)


def _taking():
    try:
        yield
    except ValueError:
        yield


def _thrown_into(generator):
    next(generator)
    generator.throw(ValueError, None, None)


class _WithoutItems(set):
    def __iter__(self):
        return iter(())


class _Asked:
    """What its special methods give is nothing that they may give."""

    def __bool__(self):
        return _Given()

    __index__ = __iter__ = __length_hint__ = __str__ = __repr__ = __bool__

    def __format__(self, specification):
        return _Given()


class _Given:
    pass


class _Untrue:
    __bool__ = None


class _Failing:
    def keys(self):
        raise AttributeError("keys")


class _Sized:
    asked = False

    def __iter__(self):
        return iter(())

    def __len__(self):
        self.asked = True
        return 0


def _asks_for_length(container):
    items = _Sized()
    container(items)
    return items.asked


class _Negative:
    def __length_hint__(self):
        return -1


class _Awaited:
    def __init__(self, iterator):
        self.iterator = iterator

    def __await__(self):
        return self.iterator


async def _awaiting(awaitable):
    await awaitable


def _said_of_await(awaitable):
    coroutine = _awaiting(awaitable)
    return _said(coroutine.send, None)


def _said_of_coroutine():
    coroutine = _awaiting(None)
    text = _said_of_await(_Awaited(coroutine))
    coroutine.close()
    return text


_NOT_TO_BE_AWAITED = _said_of_await(_Given())
_AWAITS_NO_ITERATOR = _said_of_await(_Awaited(_Given()))
_AWAITS_A_COROUTINE = _said_of_coroutine()


def _match_class(cls):
    match 0:
        case cls():
            pass


class _Closed:
    __slots__ = ()


class _Slotted:
    __slots__ = ("x",)


# Some name what is missing.
NOT_IN_LIST = _said([].index, None)
NOT_IN_DEQUE = _said(deque().index, None)
NOT_TO_BE_REMOVED = _said(deque().remove, None)
# Of an instance of `object` itself; the class of any other is in conflict with `type`.
NO_BASE = _said(type, "Class", (object(),), {})
NOTHING_TO_CHOOSE_FROM = {"max": _said(max, ()), "min": _said(min, ())}
NOT_IN_RANGE = _said(range(0).index, 5)
NO_CONTAINER = _said(lambda: 0 in 0)
NO_SLICE_INDEX = _said([].__getitem__, slice(""))
NO_NUMBER_OF_ITERATORS = _said(itertools.tee, (), -1)
NO_NUMBER_TO_COMBINE = _said(itertools.combinations, (), -1)
NO_NUMBER_TO_PERMUTE = _said(itertools.permutations, (), -1)
NO_CLASS_PATTERN = _said(_match_class, 0)
NOT_ENOUGH_TO_FORMAT = _said("%s %s".__mod__, (1,)).replace("1", "{}")
NOT_ALL_FORMATTED = _said("%s".__mod__, (1, 2)).replace("1", "{}").replace("2", "{}")
# Whether an error of formatting a value tells which of several it is.
NUMBERS_WHAT_IT_FORMATS = "argument" in _said("%d".__mod__, "")
TELLS_HOW_MANY = "got" in _said(_unpacked, (1, 2, 3))
# Whether the iterator of a range keeps how far it is, or what is left of the range.
RANGE_ITERATORS_KEEP_INDEX = _begun(iter(range(2))).__reduce__()[2:] == (1,)
# Whether `close` tells what the generator returned.
CLOSE_GIVES_RESULT = _closed(_returning()) is True
# Whether a map over several iterables may insist that they are equally long.
MAPS_MAY_BE_STRICT = _said(lambda: map(int, (), strict=True)) is None
# Whether the text of a set shows what it holds, whatever a subclass iterates over.
SHOWS_WHAT_IT_HOLDS = "1" in repr(_WithoutItems([1]))

NOT_TO_BE_SUMMED = {type(start): _said(sum, (), start) for start in ("", b"", bytearray())}
# Whether sums of floats take account of what rounding loses; and those of ints among floats, and of complex numbers.
SUMS_COMPENSATE = sum([0.1] * 10) == 1.0
SUMS_COMPENSATE_ALL = sum([0.1j] * 10) == 1.0j

PARTIALS_HAVE_PLACEHOLDERS = hasattr(functools, "Placeholder")


class _Partial(functools.partial):
    def __call__(self):
        pass


# Whether a partial of a partial with a `__call__` of its own takes its parts over.
ALL_PARTIALS_ARE_JOINED = functools.partial(_Partial(int)).func is int
# Whether the text of a partial of the program's class names the class's module.
NAMES_PARTIALS_IN_FULL = repr(_Partial(int)).startswith(__name__)

# Whether `sorted` takes anything for its `reverse`, or numbers alone.
REVERSE_IS_A_TRUTH = _said(lambda: sorted([], reverse="")) is None


def _comparisons(ranks):
    """The pairs of items that `sorted` compares, by their indices."""
    asked = []

    class Item:
        def __init__(self, index):
            self.index = index

        def __lt__(self, other):
            asked.append((self.index, other.index))
            return ranks[self.index] < ranks[other.index]

    sorted(map(Item, range(len(ranks))))
    return asked


# Whether a run that a sort finds may descend and hold items that are equal.
RUNS_HOLD_EQUALS = _comparisons([1, 0, 0])[1:] == [(2, 1), (1, 2)]
# Whether the shortest runs that a sort makes are of two lengths, so that all merges are even.
_EVEN_RUNS = next(pair for pair in _comparisons([place * 37 % 65 for place in range(65)]) if 33 in pair) == (33, 32)
# A list of fewer items is one run.
_ONE_RUN = 64


def shortest_run(length, rest):
    """How long the next run of a sort is at least, after the rest that the last one left, and the rest that it leaves."""
    halvings = 0
    while length >> halvings >= _ONE_RUN:
        halvings += 1
    if _EVEN_RUNS:
        return (rest + length) >> halvings, (rest + length) & ((1 << halvings) - 1)
    return (length >> halvings) + (length & ((1 << halvings) - 1) > 0), 0


THROW_OF_PARTS_WARNS = _warns(_thrown_into, _taking())
INVERSE_OF_BOOL_WARNS = _warns(operator.invert, True)


def inverse_of_bool():
    """Asked before a bool is inverted."""
    if INVERSE_OF_BOOL_WARNS:
        give_up("the bitwise inverse of a bool, of which CPython warns")


class _AsksFirst(defaultdict):
    """A defaultdict whose entry comes while it asks for the default."""

    def __init__(self):
        super().__init__(self._make)

    def _make(self):
        self["key"] = "first"
        return "second"


# Whether a defaultdict keeps an entry that came while it asked for the default.
KEEPS_EARLIER_ENTRIES = _AsksFirst()["key"] == "first"


# Whether an instance of a subclass of property keeps the documentation that it is given only for properties made of it.
PROPERTIES_PASS_ON_DOCUMENTATION = "__doc__" not in vars(type("", (property,), {})(doc="given"))


# Whether annotations are made when they are asked for.
ANNOTATES_LATER = "__annotate__" in vars(type)


# The flag of code whose first constant is its documentation; before 3.14 that is so if the constant is a text.
MARKS_DOCUMENTED_CODE = getattr(inspect, "CO_HAS_DOCSTRING", 0)


# Whether a call that unpacks a mapping takes an AttributeError of the mapping for a sign that it is none.
HIDES_ERRORS_OF_MAPPINGS = "keys" not in _said(lambda: _said(**_Failing()))


def _named_in_full(cls):
    return cls.__qualname__ if cls.__module__ in ("builtins", "__main__") else f"{cls.__module__}.{cls.__qualname__}"


def _of_class(text, probe, cls):
    """The text of an error of one class as that of another. Some name classes in full."""
    return text.replace(_named_in_full(probe), _named_in_full(cls)).replace(probe.__name__, class_name(cls))


def not_to_be_awaited(cls):
    return _of_class(_NOT_TO_BE_AWAITED, _Given, cls)


def awaits_no_iterator(cls, given):
    """The text where `__await__` of a class gives an object of the class `given`."""
    return _of_class(_of_class(_AWAITS_NO_ITERATOR, _Given, given), _Awaited, cls)


def awaits_a_coroutine(cls):
    return _of_class(_AWAITS_A_COROUTINE, _Awaited, cls)


_WRONG_RESULTS = {
    "__bool__": _said(bool, _Asked()),
    "__index__": _said(operator.index, _Asked()),
    "__iter__": _said(iter, _Asked()),
    "__length_hint__": _said(operator.length_hint, _Asked()),
    "__str__": _said(str, _Asked()),
    "__repr__": _said(repr, _Asked()),
    "__format__": _said(format, _Asked()),
}


def wrong_result(method, cls, result_class):
    """Raised of a special method that gave what it may not."""
    raise TypeError(_of_class(_of_class(_WRONG_RESULTS[method], _Asked, cls), _Given, result_class))


_NO_TRUTH = _said(bool, _Untrue())


def no_truth(cls):
    """Raised where an object is asked for its truth whose class has None for `__bool__`."""
    raise TypeError(_of_class(_NO_TRUTH, _Untrue, cls))


# How an iterable is asked for its length before C code makes a tuple of it; None where it is not asked.
LENGTH_HINT_OF_TUPLES = operator.length_hint if _asks_for_length(tuple) else None

_NEGATIVE_LENGTH_HINT = _said(operator.length_hint, _Negative())


def negative_length_hint(cls):
    """Raised where `__length_hint__` of this class gave a negative number."""
    raise ValueError(_of_class(_NEGATIVE_LENGTH_HINT, _Negative, cls))


_NO_MAPPING_TO_FORMAT = _said("%(a)s".__mod__, _Given())


def no_mapping_to_format(cls):
    """Raised by `"%(name)s" % value` of what has no names."""
    raise TypeError(_of_class(_NO_MAPPING_TO_FORMAT, _Given, cls))


_NOT_SPREAD = _said(lambda: [*_Given()])


def not_spread(items):
    """Raised by `[*items]` of what cannot be iterated."""
    raise TypeError(_of_class(_NOT_SPREAD, _Given, type(items)))


_NOT_UNPACKED = {"*": _said(lambda: _said(*_Given())), "**": _said(lambda: _said(**_Given()))}


def _not_a_pair():
    try:
        dict([0])
    except TypeError as error:
        return str(error), getattr(error, "__notes__", [])


_NOT_A_PAIR, _NOTES_OF_NO_PAIR = _not_a_pair()


def _noted(error, index):
    for note in _NOTES_OF_NO_PAIR:
        error.add_note(note.replace("#0", f"#{index}"))
    return error


# The items of what stands in a sequence that makes a dict; an error names its index, since 3.14 in a note.
if _NOTES_OF_NO_PAIR:

    def pair_of(item, index):
        try:
            iterator = iter(item)
        except TypeError:
            iterator = None
        if iterator is None:
            raise _noted(TypeError(_NOT_A_PAIR), index)
        try:
            return list(iterator)
        except TypeError as error:
            _noted(error, index)
            raise

else:

    def pair_of(item, index):
        try:
            items = list(iter(item))
        except TypeError:
            items = None
        if items is None:
            raise TypeError(_NOT_A_PAIR.replace("#0", f"#{index}"))
        return items


def not_unpacked(stars, called, cls):
    """Raised by a call that is given what cannot be unpacked; `called` is how errors name the function."""
    raise TypeError(_of_class(_NOT_UNPACKED[stars].replace(f"{__name__}._said()", called), _Given, cls))


def too_many(iterable, expected):
    """Raised by an assignment to fewer names than there are values."""
    counted = f", got {len(iterable)}" if TELLS_HOW_MANY and type(iterable) in (list, tuple, dict) else ""
    raise ValueError(f"too many values to unpack (expected {expected}{counted})")


def no_container(class_name):
    """Raised by `in`."""
    raise TypeError(NO_CONTAINER.replace("'int'", f"'{class_name}'"))


def _not_stored(cls):
    try:
        cls().x = None
    except AttributeError as error:
        return str(error).replace(f"'{cls.__name__}'", "%s").replace("'x'", "%s"), error.name is not None


class _Storing:
    __slots__ = ()

    def __setattr__(self, name, value):
        object.__setattr__(self, name, value)


# By whether the class stores and deletes attributes as `object` does: the text, and whether the error tells object and name.
_NOT_STORED = {True: _not_stored(_Closed), False: _not_stored(_Storing)}


def not_stored(owner, class_name, name, found, plain):
    """Raised by a store or deletion of an attribute for which there is no place; `found`: the class has one of this name."""
    if found:
        raise AttributeError(f"'{class_name}' object attribute '{name}' is read-only")
    text, tells = _NOT_STORED[plain]
    text = text % (f"'{class_name}'", f"'{name}'")
    if tells:
        raise AttributeError(text, name=name, obj=owner)
    raise AttributeError(text)


_NO_KEY = _said({}.__contains__, [])


def no_key(class_name):
    """Raised where a key is wanted of a class whose instances have no hash."""
    if not _NO_KEY.startswith("unhashable"):
        give_up("a key without a hash, where the error names what the key is for")
    raise TypeError(_NO_KEY.replace("'list'", f"'{class_name}'"))


class _Misnamed:
    def __set_name__(self, owner, name):
        raise KeyError


def _enter(manager):
    with manager:
        pass


async def _enter_later(manager):
    async with manager:
        pass


_PROTOCOLS = {"with": ("__enter__", "__exit__"), "async with": ("__aenter__", "__aexit__")}


def _lacking(method, own, other):
    """What is said of an object that lacks a method of a protocol; by whether it has the methods of the other: its class too."""
    said = {}
    for has_other in (False, True):
        names = [name for name in own if name != method] + list(other if has_other else ())
        kind = type("_Kind", (), dict.fromkeys(names, lambda self, *exception: None))
        said[has_other] = _said(_enter, kind()) if method in _PROTOCOLS["with"] else _said(_enter_later(kind()).send, None), kind
    return said


_SAID_OF_MANAGERS = {
    method: (_lacking(method, own, other), other)
    for own, other in (tuple(_PROTOCOLS.values()), tuple(_PROTOCOLS.values())[::-1])
    for method in own
}


def no_context_manager(cls, method):
    """Raised by `with` and `async with` of an object that lacks a method."""
    said, other = _SAID_OF_MANAGERS[method]
    text, probe = said[all(any(name in dict_of(base) for base in mro_of(cls)) for name in other)]
    raise TypeError(_of_class(text, probe, cls))


# Whether an error of `__set_name__` is the cause of another, or is given a note.
_WRAPS_ERRORS = _said(type, "Class", (), {"name": _Misnamed()}) != ""


def set_name(method, attribute, cls, name):
    """Tells an attribute of a class that is made what it is called."""
    try:
        method(attribute, cls, name)
    except BaseException as error:
        text = f"Error calling __set_name__ on '{type(attribute).__name__}' instance '{name}' in '{cls.__name__}'"
        if _WRAPS_ERRORS:
            raise RuntimeError(text) from error
        BaseException.add_note(error, text)
        raise


_NOT_A_NOTE = _said(Exception().add_note, 0)


def not_a_note(class_name):
    """Raised by `add_note` of what is no text."""
    raise TypeError(_NOT_A_NOTE.replace("int", class_name))


_EMPTY_SLOT = _said(getattr, _Slotted(), "x")


def empty_slot(cls, name):
    """Raised where the slot of an attribute holds nothing."""
    raise AttributeError(_of_class(_EMPTY_SLOT, _Slotted, cls).replace("'x'", f"'{name}'"))
