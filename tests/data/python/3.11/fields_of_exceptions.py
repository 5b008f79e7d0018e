"""The fields of exceptions: those that all have, those that some classes keep, and what cannot be stored in them."""

import sys

from attempts import attempt


class Coded(Exception):
    def __init__(self, code, *rest):
        super().__init__(code, *rest)
        self.code = code


class Stop(StopIteration):
    pass


def caught(function):
    try:
        function()
    except BaseException as error:
        return error


def links():
    first, second = ValueError("first"), KeyError("second")
    first.__cause__ = second
    seen = [first.__cause__ is second, first.__suppress_context__]
    first.__suppress_context__ = False
    first.__context__ = second
    seen += [first.__suppress_context__, first.__context__ is second]
    first.__cause__ = None
    seen += [first.__cause__, first.__suppress_context__, first.with_traceback(None) is first, first.__traceback__]
    first.__context__ = None
    return seen, first.__context__


def links_that_refuse():
    error = ValueError("x")
    return (
        attempt(lambda: setattr(error, "__cause__", 3)), attempt(lambda: setattr(error, "__context__", "a")),
        attempt(lambda: setattr(error, "__suppress_context__", "a")), attempt(lambda: setattr(error, "__traceback__", 3)),
        attempt(lambda: error.with_traceback(3)), attempt(lambda: setattr(error, "args", 3)), attempt(lambda: delattr(error, "args")),
        attempt(lambda: error.missing), attempt(lambda: ValueError(a=1)), attempt(lambda: delattr(error, "__cause__")),
    )  # fmt: skip


def links_made_here():
    def stored(name, value):
        error = ValueError("x")
        setattr(error, name, value)
        return error

    return (
        attempt(lambda: str(stored("__cause__", 3))), attempt(lambda: str(stored("__context__", 3))), attempt(lambda: str(stored("__suppress_context__", 3))),
        attempt(lambda: str(stored("__traceback__", 3))), attempt(lambda: str(stored("args", 3))), attempt(lambda: repr(stored("args", [1, 2]))),
        attempt(lambda: repr(ValueError().with_traceback(3))), stored("args", "ab").args, attempt(lambda: int("x", 1, 2)),
    )  # fmt: skip


def arguments():
    error = Coded(1, 2)
    before = error.args, str(error), repr(error)
    error.args = [3]
    error.note = "noted"
    error.add_note("a note")
    return before, error.args, str(error), repr(error), error.code, error.__notes__, sorted(vars(error)), error.__dict__["note"]


def of_some_classes():
    return (
        StopIteration(1, 2).value, StopIteration().value, Stop("v").value, SystemExit(3).code, SystemExit().code, SystemExit(1, 2).code,
        KeyError("k").args, str(KeyError("k")), str(KeyError("a", "b")), str(KeyError()), OSError("text").args, str(OSError("text")), OSError("text").errno,
        OSError(2, "gone").errno, type(OSError(2, "gone")).__name__, OSError(2, "gone", "file").filename, str(OSError(2, "gone", "file")),
        ImportError("no").msg, ImportError("no", name="n").name, AttributeError("no", name="n").name, NameError("no").name, str(ImportError("a", "b")),
        UnicodeDecodeError("ascii", b"ab", 0, 1, "bad").reason, str(AssertionError()), SyntaxError("bad").msg,
    )  # fmt: skip


def fields_of_what_is_raised():
    def unbound():
        if len(sys.argv) > 10**6:
            value = 1
        return value

    error, missing = caught(lambda: None.foo), caught(lambda: not_there)
    imported = caught(lambda: __import__("no.such.module"))
    return (
        error.name, error.obj, missing.name, caught(unbound).name, caught(lambda: [].nothing).obj, caught(lambda: {}["k"]).args,
        caught(lambda: next(iter([]))).value, imported.name, type(imported).__name__, caught(lambda: (1).x).name, caught(lambda: sys.nothing).name,
    )  # fmt: skip


def leave(x):
    """Exceptions that compiled code makes and gives back hold what C code reads in them."""
    made = StopIteration(x), Stop(x, 2), ImportError("no"), Coded(x), OSError("text"), KeyError(x), AttributeError("a"), NameError()
    made[3].__cause__ = made[5]
    return made


def left():
    stop, stops, missing, coded, system, key, attribute, name = attempt(leave, 1)[1]
    return (
        stop.value, stops.value, stops.args, missing.msg, missing.name, coded.code, coded.__cause__ is key, coded.__suppress_context__,
        type(attempt(traceback_that_leaves)[1]).__name__, str(system), system.errno, str(key), attribute.name, attribute.obj, name.args, repr(stops),
    )  # fmt: skip


def traceback_that_leaves():
    try:
        {}["missing"]
    except KeyError as error:
        return error.__traceback__


class Hands:
    """An iterator that can be sent to: what it returns at its end, CPython reads in the exception."""

    def __iter__(self):
        return self

    def __next__(self):
        return "first"

    def send(self, value):
        raise StopIteration(value)


def sent():
    def delegates():
        yield (yield from Hands())

    outer = delegates()
    found = [next(outer), outer.send("back"), attempt(outer.throw, KeyError("in"))]
    print("a break")
    outer = delegates()
    return found, next(outer), outer.send("again")


def handled():
    seen = [sys.exception() if sys.version_info >= (3, 11) else None, sys.exc_info()]
    try:
        raise ValueError("outer")
    except ValueError as error:
        seen.append((sys.exc_info()[1] is error, sys.exc_info()[0] is ValueError))
        try:
            raise KeyError("inner")
        except KeyError:
            seen.append(str(sys.exc_info()[1].__context__))
        seen.append(sys.exc_info()[1] is error)
    seen.append(sys.exc_info())
    return seen


def groups():
    seen = []
    try:
        raise ExceptionGroup("several", [ValueError("a"), KeyError("b"), TypeError("c")])
    except* ValueError as group:
        seen.append(("values", [str(error) for error in group.exceptions]))
    except* (KeyError, TypeError) as group:
        seen.append(("others", [str(error) for error in group.exceptions], group.message))
    try:
        try:
            raise KeyError("alone")
        except* ValueError:
            seen.append("not here")
    except KeyError as error:
        seen.append(str(error))
    try:
        try:
            raise ExceptionGroup("again", [ValueError("v"), OSError("o")])
        except* OSError:
            raise RuntimeError("while handling")
    except ExceptionGroup as group:
        seen.append((group.message, [type(error).__name__ for error in group.exceptions]))
    return seen


class Noted(OSError):
    def __new__(cls, message, note):
        made = super().__new__(cls, message)
        made.note = note
        return made


class Named(OSError):
    def __init__(self, message, name="unnamed"):
        super().__init__(message)
        self.name = name


def system_errors():
    noted, by_name, named = Noted("message", 1), Noted("message", note=2), Named("message", name="n")
    return noted.args, noted.note, by_name.args, by_name.note, named.args, named.name, OSError("a").args, OSError().args


def value_of_an_end():
    end = StopIteration(1)
    end.args = (2,)
    other = StopIteration(3)
    other.value = 4
    return end.value, end.args, other.value, other.args, StopIteration().value


def with_a_traceback():
    try:
        raise ValueError
    except ValueError as error:
        traceback = error.__traceback__
    kept = IndexError().with_traceback(traceback)
    try:
        raise IndexError().with_traceback(traceback)
    except IndexError as error:
        return error.__traceback__ is traceback, error.__traceback__.tb_next is traceback, kept.__traceback__ is traceback


def caught_by_what_is_no_class():
    try:
        raise ValueError
    except (ValueError, 42):
        return "caught"


def program():
    return (
        links(), links_that_refuse(), links_made_here(), arguments(), of_some_classes(), fields_of_what_is_raised(), left(), sent(), handled(),
        groups(), system_errors(), value_of_an_end(), with_a_traceback(), attempt(caught_by_what_is_no_class),
    )  # fmt: skip


# expect captured
# in pieces
