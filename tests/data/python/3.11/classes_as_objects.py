"""What classes, modules, code, signatures and annotations say of themselves, and the methods of `object` and `type`."""

import abc
import functools
import inspect
import operator
import re
import sys
import types
import typing
import weakref

from attempts import attempt


class Meta(type):
    def __call__(cls, *arguments):
        made = super().__call__(*arguments)
        made.by = "meta"
        return made

    def __instancecheck__(cls, instance):
        return super().__instancecheck__(instance) or instance == "pretends"

    def __subclasscheck__(cls, other):
        return super().__subclasscheck__(other) or other is int

    def __getattribute__(cls, name):
        return "virtual" if name == "imagined" else super().__getattribute__(name)


class Base:
    """A base."""

    field: int = 1


class Made(Base, metaclass=Meta):
    def __init__(self, value=0):
        super().__init__()
        self.value = value

    def __getattribute__(self, name):
        return "guessed" if name.startswith("any_") else super().__getattribute__(name)


class Plain:
    pass


class Shape(abc.ABC):
    @abc.abstractmethod
    def area(self):
        return 0

    @classmethod
    def __subclasshook__(cls, other):
        return True if hasattr(other, "area") else super().__subclasshook__(other)


class Square(Shape):
    def area(self):
        return 4


class Duck:
    def area(self):
        return 5


def signed(a, b: int = 2, /, *rest, c, d="x", **more) -> str:
    return a


def classes():
    return (
        Base.__bases__, Made.__bases__, Made.__base__, object.__base__, int.__bases__, Base.__annotations__, Made.mro(), type.mro(Made), Base.__dict__["field"],
        "field" in Base.__dict__, type(Base.__dict__).__name__, Base.__doc__, Made.__name__, Made.__qualname__, Made.__module__ == __name__, Base.__flags__ & 1 << 9 > 0,
        Base.__subclasses__() == [Made], Made.__mro__[-1], sorted(Shape.__abstractmethods__), Square.__abstractmethods__, isinstance(Base, type), Base.__class__,
        attempt(lambda: Base.__abstractmethods__), attempt(lambda: Made.__annotations__), attempt(lambda: Base.missing), attempt(Shape), attempt(lambda: int.__dict__["x"]),
    )  # fmt: skip


def metaclass():
    made = Made(5)
    return (
        made.by, made.value, made.any_thing, attempt(lambda: made.missing), isinstance("pretends", Made), isinstance(made, Made), isinstance(3, Made),
        issubclass(int, Made), issubclass(str, Made), issubclass(Made, Base), Made.imagined, Made.field, type.__getattribute__(Made, "field"),
        type.__call__(Made, 7).value, type.__instancecheck__(Made, made), type.__subclasscheck__(Base, Made), type.__instancecheck__(Base, 3),
        attempt(lambda: issubclass(3, Made)), attempt(lambda: isinstance(3, 3)), attempt(lambda: issubclass(int, 3)), attempt(lambda: Made(1, 2)),
        types.ModuleType.__getattribute__(operator, "__name__"), attempt(lambda: types.ModuleType.__getattribute__(operator, "missing")), operator.__name__,
    )  # fmt: skip


def objects():
    one, two = Plain(), Plain()
    object.__setattr__(one, "x", 1)
    seen = [object.__getattribute__(one, "x")]
    object.__delattr__(one, "x")
    return (
        seen, vars(one), object.__hash__(one) == hash(one), hash(one) == hash(one), one == one, one == two, one != two, object.__eq__(one, two), object.__ne__(one, one),
        object.__eq__(one, one), Plain.__subclasshook__(int), Plain.__init_subclass__(), issubclass(Duck, Shape), isinstance(Duck(), Shape), issubclass(int, Shape),
        Square().area(), object.__init__(one), object.__new__(Plain).__class__, one.__class__, format(3, ""), object.__format__(3, ""), str(Base), isinstance(one, object),
        attempt(lambda: object.__init__(one, 1)), attempt(lambda: object(1)), attempt(lambda: object.__new__(Plain, 1)), attempt(lambda: Plain(1)), attempt(lambda: object.__new__(3)),
        attempt(lambda: object.__getattribute__(one, "x")), attempt(lambda: object.__delattr__(one, "x")), attempt(lambda: object.__format__(one, "x")), object.__reduce_ex__(one, 2)[1],
        attempt(lambda: object.__str__(one).startswith("<")), attempt(lambda: object.__repr__(3).startswith("<int object at")), attempt(lambda: repr(one)[-1]), hasattr(one, "x"),
    )  # fmt: skip


def code():
    pattern, match = re.compile(r"(?P<word>\w+)-(\d+)", re.I), re.search(r"(?P<word>\w+)-(\d+)?", "an ab-12 cd", 0)
    found = pattern.search("an ab-12", 1, 8)
    inner = compile_nothing.__code__
    return (
        pattern.pattern, pattern.flags, pattern.groups, found.string, found.re is pattern, found.pos, found.endpos, found.lastindex, found.lastgroup, found.group("word"),
        match.span(), match.groups(), match[2], pattern.match("zz"), pattern == re.compile(r"(?P<word>\w+)-(\d+)", re.I), inner.co_cellvars, inner.co_freevars,
        inner.co_names, inner.co_varnames, inner.co_nlocals, inner.co_posonlyargcount, inner.co_kwonlyargcount, inner.co_argcount, inner.co_flags & 4, inner.co_name,
    )  # fmt: skip


def compile_nothing(a, /, b, *c, d=1):
    kept = a
    return lambda: kept, sys.path, b, c, d


def signatures():
    signature = inspect.signature(signed)
    b, c = signature.parameters["b"], signature.parameters["c"]
    bound = inspect.signature(Made(1).__init__)
    return (
        list(signature.parameters), signature.return_annotation, b.name, b.kind, b.default, b.annotation, c.default is inspect.Parameter.empty,
        c.kind is inspect.Parameter.KEYWORD_ONLY, c.annotation is c.empty, list(bound.parameters), len(signature.parameters), "rest" in signature.parameters,
        [p.kind.name for p in signature.parameters.values()], list(inspect.signature(functools.partial(signed, 1)).parameters), typing.get_type_hints(Base),
        attempt(lambda: signature.parameters["zz"]), attempt(lambda: inspect.signature(3)), [p.name for p in signature.parameters.values() if p.default is p.empty],
    )  # fmt: skip


class Equal:
    def __init__(self, value):
        self.value = value

    def __eq__(self, other):
        return self.value == other.value

    def __hash__(self):
        return hash(self.value)


def references():
    one, two = Equal(1), Equal(1)
    first, second = weakref.ref(one), weakref.ref(two)
    return (
        first() is one, first == second, first != second, hash(first) == hash(second), hash(first) == hash(1), first == 3,
        len({first, second}), first is weakref.ref(one), attempt(lambda: weakref.ref(3)), attempt(lambda: first < second), type(first).__name__,
    )  # fmt: skip


getters = operator.itemgetter(1), operator.itemgetter(0, 2), operator.attrgetter("real"), operator.attrgetter("a.b", "c"), operator.methodcaller("count", "a")
space = types.SimpleNamespace(a=types.SimpleNamespace(b=1), c=2)


def made_and_left():
    return operator.itemgetter(1), operator.attrgetter("c", "a.b"), operator.methodcaller("get", "z", 5), operator.methodcaller("encode", encoding="ascii")


def from_outside():
    one, several, attribute, path, method = getters
    left = attempt(made_and_left)[1]
    made = operator.itemgetter(-1, 0), operator.attrgetter("c"), operator.methodcaller("index", 2)
    return (
        one("abc"), several([1, 2, 3]), attribute(5), path(space), method("banana"), made[0]((1, 2)), made[1](space), made[2]([1, 2]), attempt(one, [1]),
        [type(it).__name__ for it in made], left[0]("ab"), left[1](space), left[2](dict(a=1)), left[3]("a"),
        attempt(attribute, "a"), attempt(path, 3), attempt(operator.itemgetter), attempt(operator.attrgetter, 3), attempt(operator.methodcaller), attempt(operator.methodcaller, 3),
        attempt(one), attempt(method, 3), attempt(lambda: operator.itemgetter(0)(1, 2)), attempt(lambda: operator.attrgetter("a")()),
    )  # fmt: skip


def modules():
    module = types.ModuleType("made")
    texts = [repr(module), repr(types)]
    del module.__name__
    texts.append(repr(module))
    module.__file__ = "here"
    return texts, repr(module)


def program():
    return classes(), metaclass(), objects(), code(), signatures(), references(), from_outside(), modules()


# expect captured
# in pieces
