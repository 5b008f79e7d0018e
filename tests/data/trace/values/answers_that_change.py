"""What functions tell of classes, functions, modules and the process is asked again when it may have changed."""

import abc
import codecs
import copy
import copyreg
import enum
import gc
import importlib.util
import inspect
import logging
import numbers
import os
import sys
import types
import typing

import torch

from scenarios import check

x = torch.ones(2)


def subclasses(compile):
    class Base:
        pass

    class First(Base):
        pass

    run = compile(lambda x: (x + 1, [known.__name__ for known in Base.__subclasses__()]))
    seen = [run(x)]

    class Second(Base):
        pass

    seen += [run(x)]
    del Second
    gc.collect()
    return [*seen, run(x)], First.__name__


def other_bases(compile):
    A, B = type("A", (), {}), type("B", (), {})
    C = type("C", (A,), {})
    run = compile(lambda x: (x + 1, [base.__name__ for base in inspect.getmro(C)]))
    seen = [run(x)]
    C.__bases__ = (B,)
    return [*seen, run(x)]


def annotations(compile):
    def annotated(a: int):
        pass

    run = compile(lambda x: (x + 1, str(typing.get_type_hints(annotated))))
    seen = [run(x)]
    annotated.__annotations__["a"] = str
    return [*seen, run(x)]


def wrapped(compile):
    def wrapper():
        return 1

    wrapper.__wrapped__ = lambda: 2
    run = compile(lambda x: x + inspect.unwrap(wrapper)())
    seen = [run(x)]
    wrapper.__wrapped__ = lambda: 3
    seen += [run(x)]
    del wrapper.__wrapped__
    return [*seen, run(x)]


def signatures(compile):
    class Holder:
        def method(self, a, b=1):
            pass

    def function(a, b=1):
        pass

    holder = Holder()

    @compile
    def run(x):
        x = x + 1
        texts = str(inspect.signature(function)), str(inspect.signature(holder.method)), str(inspect.signature(Holder))
        return x, texts, list(inspect.signature(function).parameters), inspect.getfullargspec(function).defaults

    seen = [run(x)]
    function.__defaults__ = Holder.method.__defaults__ = (5,)
    seen += [run(x)]
    function.__code__ = (lambda c, d=3: 0).__code__
    Holder.__init__ = lambda self, e: None
    seen += [run(x)]
    function.__signature__ = inspect.Signature()
    return [*seen, run(x)]


def module_specs(compile):
    run = compile(lambda x: x + (importlib.util.find_spec("zz_spec") is not None))
    sys.modules.pop("zz_spec", None)
    seen = [run(x)]
    sys.modules["zz_spec"] = module = types.ModuleType("zz_spec")
    module.__spec__ = importlib.util.spec_from_loader("zz_spec", None)
    seen += [run(x)]
    del sys.modules["zz_spec"]
    return [*seen, run(x)]


def process(compile):
    run = compile(lambda x: (x + 1, os.getpid(), os.getppid(), sys.getrecursionlimit(), sys.getswitchinterval()))
    limit, interval = sys.getrecursionlimit(), sys.getswitchinterval()
    seen = [run(x)[1:] == (os.getpid(), os.getppid(), limit, interval)]
    sys.setrecursionlimit(limit + 7)
    sys.setswitchinterval(0.25)
    seen += [run(x)[3:]]
    sys.setrecursionlimit(limit)
    sys.setswitchinterval(interval)
    answers, question = os.pipe()
    child = os.fork()
    if not child:
        os.write(question, b"same" if run(x)[1] == os.getpid() else b"other")
        os._exit(0)
    os.waitpid(child, 0)
    return [*seen, os.read(answers, 10)]


def registered(compile):
    class Abstract(abc.ABC):
        pass

    Known, Other = type("Known", (), {}), type("Other", (), {})
    known = Known()
    run = compile(lambda x, of: (x + 1, isinstance(of, Abstract), issubclass(type(of), Abstract), isinstance(of, numbers.Number)))
    seen = [run(x, known), run(x, 1)]
    Abstract.register(Other)
    seen += [run(x, known)]
    Abstract.register(Known)
    seen += [run(x, known), run(x, known)]
    numbers.Number.register(Known)
    return [*seen, run(x, known)]


def loggers(compile):
    known = logging.Logger.manager.loggerDict
    known.pop("zz_logger", None)
    run = compile(lambda x, ask: (x + 1, logging.getLogger("zz_logger").level if ask else None))
    seen = [run(x, False), "zz_logger" in known, run(x, True), "zz_logger" in known]
    logging.getLogger("zz_logger").setLevel(5)
    seen += [run(x, True)]
    del known["zz_logger"]
    seen += [run(x, True)]
    del known["zz_logger"]
    return seen


def slots(compile):
    class Holder:
        __slots__ = ("a", "__b")

    class Plain:
        pass

    run = compile(lambda x: (x + 1, copyreg._slotnames(Holder), copyreg._slotnames(Plain), copyreg._slotnames(Holder)))
    seen = [run(x), Holder.__dict__["__slotnames__"], run(x), run(x)[1] is Holder.__slotnames__]
    Plain.__slotnames__ = ["c"]
    return [*seen, run(x)]


def copied(compile):
    class Holder:
        __slots__ = ("a", "__dict__")

    holder = Holder()
    holder.a, holder.b = 1, 2

    def run(x):
        x = x + 1
        made = copy.copy(holder)
        return x, made.a, made.b

    run = compile(run)
    seen = [run(x), Holder.__dict__["__slotnames__"], run(x), run(x)]
    Holder.__slotnames__ = ["c"]
    try:
        return [*seen, run(x)]
    except AttributeError as error:
        return [*seen, str(error)]


def members(compile):
    class Kind(enum.Enum):
        A = 1
        B = 2

    run = compile(lambda x: (x + 1, Kind(1).name, Kind["A"].name, len(Kind), Kind.A in Kind))
    seen = [run(x)]
    Kind._value2member_map_[1] = Kind._member_map_["A"] = Kind.B
    return [*seen, run(x)]


def names_in_texts(compile):
    class Named:
        pass

    def function():
        pass

    @compile
    def run(x):
        texts = [f"{Named}", f"{Named!r}", "%s" % Named, str(Named), repr(list[Named]), str(Named | int), repr([Named])]
        return x + 1, texts, ascii(Named), repr(function).split(" at ")[0]

    seen = [run(x)]
    Named.__qualname__ = function.__qualname__ = "other"
    seen += [run(x)]
    Named.__module__ = "elsewhere"
    return [*seen, run(x)]


def forwarded(compile):
    class Origin:
        value = 1
        made = 0

        def __class_getitem__(cls, item):
            return types.GenericAlias(cls, item)

        def __init__(self):
            Origin.made += 1

    alias = Origin[int]
    run = compile(lambda x: (x + alias.value, type(alias()).__name__, alias.__origin__.__name__))
    seen = [run(x), Origin.made]
    Origin.value = 5
    return [*seen, run(x), Origin.made]


def handlers_of_errors(compile):
    codecs.register_error("zz_handler", lambda error: ("?", error.end))
    run = compile(lambda x: (x + 1, "aä".encode("ascii", "zz_handler"), str(b"a\xff", "ascii", "zz_handler")))
    seen = [run(x)]
    codecs.register_error("zz_handler", lambda error: ("!", error.end))
    return [*seen, run(x)]


def digits(compile):
    number, limit = 10**1000, sys.get_int_max_str_digits()

    def tried(function, given):
        try:
            return len(str(function(given)))
        except ValueError:
            return "too many"

    run = compile(lambda x: (x + 1, tried(str, number), tried(int, "1" * 1000), tried("{:d}".format, number), tried("%d".__mod__, number)))
    seen = [run(x)]
    sys.set_int_max_str_digits(700)
    seen += [run(x)]
    sys.set_int_max_str_digits(limit)
    return [*seen, run(x)]


def case(t):
    subclasses(lambda function: t.compile(function, fullgraph=True))
    check(t, subclasses, other_bases, annotations, wrapped, signatures, module_specs, process, registered, loggers, slots, copied)
    check(t, members, names_in_texts, forwarded, handlers_of_errors, digits)
