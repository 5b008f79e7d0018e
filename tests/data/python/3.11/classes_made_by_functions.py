"""Classes that a function makes anew at every call: every kind of attribute, metaclasses, abstract classes, and where they go."""

import abc
import collections.abc
import enum

from attempts import attempt


def given(function):
    """What a call gives or raises; traced with its caller."""
    try:
        return function()
    except Exception as error:
        return type(error).__name__, str(error)


def attributes():
    values = []

    class Made:
        """What it is."""

        number = 3
        items = [1, 2]
        squares = [n * n for n in range(4)]
        for index in range(3):
            pass
        del index

        def method(self):
            return self.number, __class__.__name__

        @property
        def both(self):
            return values

        @both.setter
        def both(self, value):
            values.append(value)

        @both.deleter
        def both(self):
            values.clear()

        again = both.getter(lambda self: "again")

        @classmethod
        def of_class(cls, *arguments):
            return cls.__name__, arguments

        @staticmethod
        def static(argument=2):
            return argument + 1

        alias = method

    made = Made()
    made.both = 5
    made.other = Made.items
    Made.items.append(7)
    Made.later = lambda self: self.number + 1
    Made.number += 1
    seen = list(made.both)
    del made.both
    del Made.squares
    return (
        made.method(), made.alias() == made.method(), seen, values, made.of_class(1), Made.of_class(), Made.static(), made.static(5),
        made.other, made.again, made.later(), hasattr(made, "squares"), hasattr(Made, "index"), Made.__doc__, Made.__name__, Made.__qualname__,
        Made.__module__ == __name__, Made.method.__qualname__, sorted(name for name in vars(Made) if not name.startswith("__")),
        given(lambda: Made(1)), given(lambda: Made().nothing), isinstance(made, Made), type(made) is Made, issubclass(Made, object),
    )  # fmt: skip


def inheritance():
    class Base:
        def __init__(self, value):
            self.value = value

        def __eq__(self, other):
            return self.value == other.value

        def say(self):
            return [self.value]

    class Other:
        def say(self):
            return ["other"]

    class Derived(Base, Other):
        def __init__(self):
            super().__init__(1)

        def say(self):
            return super().say() + super(Base, self).say()

    return (
        Derived().say(), Derived() == Base(1), Derived.__hash__, [base.__name__ for base in Derived.__mro__], [base.__name__ for base in Derived.__bases__],
        given(lambda: type("Twice", (Base, Base), {})), type("Called", (Derived,), {"say": lambda self: "called"})().say(),
        given(lambda: type("Two", (Base,))), given(lambda: type(3, (), {})),
    )  # fmt: skip


def special_methods():
    class Made:
        def __init__(self, *arguments, **keywords):
            self.given = arguments, keywords

        def __getattr__(self, name):
            return name + "!"

        def __len__(self):
            return 3

        def __getitem__(self, index):
            return index * 2

        def __iter__(self):
            yield from [1, 2]

        def __contains__(self, item):
            return item == 9

        def __call__(self, value=2):
            return value

        def __enter__(self):
            return self

        def __exit__(self, *exception):
            return True

        def __add__(self, other):
            return "added"

        def __radd__(self, other):
            return "added to"

        def __bool__(self):
            return False

        def __hash__(self):
            return 5

        def __eq__(self, other):
            return self is other

        def __repr__(self):
            return "made"

    made = Made(1, a=2)
    with made:
        raise ValueError
    return (
        made.given, made.absent, len(made), made[4], list(made), 9 in made, made(), made(5), made + 1, 1 + made, bool(made), hash(made),
        {made: 1}[made], repr(made), f"{made}", made == made, made != 3,
    )  # fmt: skip


def slots_and_descriptors():
    class Field:
        def __set_name__(self, owner, name):
            self.name = name, owner.__name__

        def __get__(self, instance, owner=None):
            return self.name, instance is None

    class Made:
        __slots__ = ("a", "b")
        field = Field()

        def __init__(self):
            self.a = 1

    made = Made()
    return (
        made.a, made.field, Made.field, given(lambda: made.b), given(lambda: setattr(made, "c", 1)), given(lambda: setattr(made, "field", 1)),
        given(lambda: setattr(object(), "c", 1)), given(lambda: setattr(made, "__init__", 1)),
    )  # fmt: skip


def metaclasses():
    class Meta(type):
        @classmethod
        def __prepare__(metaclass, name, bases):
            return {"prepared": name}

        def __new__(metaclass, name, bases, namespace):
            namespace["extra"] = len(bases)
            return super().__new__(metaclass, name, bases, namespace)

        def __init__(cls, name, bases, namespace):
            cls.second = "extra" in namespace
            super().__init__(name, bases, namespace)

        def __call__(cls, *arguments):
            made = super().__call__(*arguments)
            made.called = True
            return made

        def __len__(cls):
            return 42

    class Made(metaclass=Meta):
        first = 1

    class Derived(Made):
        pass

    return (
        Made.extra, Made.second, Derived.extra, len(Made), len(Derived), Made().called, type(Derived) is Meta, Derived.prepared,
        type("Called", (Made,), {}).__class__ is Meta,
    )  # fmt: skip


def abstract_classes():
    class Shape(abc.ABC):
        @property
        @abc.abstractmethod
        def sides(self): ...

        @abc.abstractmethod
        def area(self): ...

    class Square(Shape):
        sides = 4

        def area(self):
            return 1

    class Row(collections.abc.Sequence):
        def __getitem__(self, index):
            return [1, 2, 3][index]

        def __len__(self):
            return 3

    row = Row()
    return (
        given(Shape), Square().area(), isinstance(Square(), Shape), issubclass(Square, Shape), list(row), row.index(2), 3 in row,
        list(reversed(row)), isinstance(row, collections.abc.Sequence), issubclass(Row, collections.abc.Iterable), issubclass(Row, collections.abc.Mapping),
    )  # fmt: skip


def exceptions():
    class Wrong(Exception):
        def __init__(self, code):
            super().__init__(code, "more")
            self.code = code

        def __str__(self):
            return f"wrong: {self.code}"

    try:
        try:
            raise Wrong(3)
        except Wrong as error:
            raise KeyError from error
    except KeyError as error:
        cause = error.__cause__
        return cause.args, cause.code, str(cause), isinstance(error.__context__, Wrong)


def enums():
    class Color(enum.Enum):
        RED = 1
        BLUE = 2

        def twice(self):
            return self.value * 2

    class Bits(enum.Flag):
        A = 1
        B = 2

    return (
        Color.RED.value, Color.BLUE.name, Color.RED.twice(), [member.name for member in Color], Color(1) is Color.RED, Color["BLUE"] is Color.BLUE,
        len(Color), Color.RED != Color.BLUE, isinstance(Color.RED, Color), (Bits.A | Bits.B).value, given(lambda: Color(5)),
    )  # fmt: skip


def made_by_a_call():
    return enum.Enum("Called", "A B")


def numbers():
    class Made(int):
        def twice(self):
            return self * 2

    return Made(3).twice(), Made(3) + 1, isinstance(Made(3), int)


def in_a_body():
    def failing():
        class Made:
            raise KeyError(3)

    def outside():
        number, other = 1, 5

        class Made:
            number = number_of_module
            twice = number * other

        return number, Made.number, Made.twice, lambda: other

    def annotated():
        class Made:
            first: int = 3
            second: str

        return Made.first, hasattr(Made, "second")

    return given(failing), outside()[:3], annotated()


number_of_module = 10
kept = []


def go_out():
    class Made:
        def name(self):
            return type(self).__name__

    made = Made()
    made.value = 1
    kept.append(made)
    return made.name(), type(kept[-1]) is Made


def uncaught():
    class Wrong(Exception):
        pass

    raise Wrong("out")


class Watched:
    below = []

    def __init_subclass__(cls, **keywords):
        cls.below.append((cls.__name__, keywords))


def watched():
    Watched.below.clear()

    class Plain(Watched):
        pass

    class Told(Watched, why=1):
        pass

    return Watched.below


def program():
    gone = attempt(go_out), attempt(go_out)
    return (
        attempt(attributes), attempt(inheritance), attempt(special_methods), attempt(slots_and_descriptors), attempt(metaclasses),
        attempt(abstract_classes), attempt(exceptions), attempt(in_a_body), gone, type(kept[-1]) is type(kept[-2]),
        attempt(uncaught), attempt(watched), attempt(enums), attempt(numbers), made_by_a_call() is made_by_a_call(),
    )  # fmt: skip


# expect captured
# in pieces
