"""Functions, methods, properties and classes as objects: what they say of themselves, and how they bind."""

import functools
import operator
import types

from attempts import attempt


def positional(a, b=2, /, c: int = 3, *rest, d=4, **more) -> str:
    """What it does."""
    return a, b, c, rest, d, more


class Base:
    """A base."""

    kind: str = "base"

    def __init__(self, value=1):
        self.value = value

    def method(self, *arguments, **keywords):
        return type(self).__name__, self.value, arguments, keywords

    @functools.lru_cache
    def cached(self):
        return self.value + 1

    @staticmethod
    def static(*arguments):
        """Not bound."""
        return arguments

    @classmethod
    def of_class(cls, *arguments):
        return cls.__name__, arguments

    @property
    def read(self):
        """What can be read."""
        return self.value

    @property
    def all_three(self):
        return self.value

    @all_three.setter
    def all_three(self, value):
        self.value = value

    @all_three.deleter
    def all_three(self):
        self.value = "deleted"

    write_only = property(None, lambda self, value: setattr(self, "value", value))


class Keeps:
    """A descriptor that only stores."""

    def __set__(self, instance, value):
        instance.kept = value


class Drops:
    """A descriptor that only deletes."""

    def __delete__(self, instance):
        instance.kept = "dropped"


class Described:
    keeps = Keeps()
    drops = Drops()


class Derived(Base):
    def method(self):
        return super().method("from below")


def made_here():
    cell = [5]

    def inner(x, y=1, *, z=2) -> int:
        "Doc of inner."
        return x + y + z + cell[0]

    def plain():
        return None

    return (
        inner.__name__, inner.__qualname__, inner.__doc__, inner.__defaults__, inner.__kwdefaults__, inner.__annotations__,
        inner.__code__.co_argcount, inner.__code__.co_kwonlyargcount, inner.__code__.co_freevars, inner.__module__ == __name__,
        inner.__globals__ is globals(), inner.__closure__[0].cell_contents is cell, plain.__defaults__, plain.__kwdefaults__,
        plain.__closure__, plain.__annotations__, inner(1), inner.__call__(1, y=3), inner.__get__(10)(), inner.__dict__,
    )  # fmt: skip


def from_outside():
    code = positional.__code__
    return (
        positional.__defaults__, positional.__kwdefaults__, positional.__annotations__, positional.__closure__,
        positional.__globals__ is globals(), positional.__doc__, code.co_argcount, code.co_posonlyargcount,
        code.co_kwonlyargcount, code.co_nlocals, code.co_varnames, code.co_names, code.co_cellvars, code.co_freevars,
        code.co_flags & 0x0C, code.co_filename == __file__, code.co_firstlineno > 0, code.co_name, code.co_qualname,
        len(made_here.__code__.co_cellvars), positional.__call__(1), positional.__get__(7)(),
    )  # fmt: skip


def refused():
    def inner():
        pass

    return (
        attempt(positional.__get__, None), attempt(setattr, inner, "__name__", 3), attempt(setattr, inner, "__qualname__", None),
        attempt(types.MethodType, 3, 4), attempt(types.MethodType, positional, None), attempt(types.MethodType, positional),
        attempt(getattr, inner, "missing"), attempt(positional), attempt(setattr, inner, "__defaults__", 3),
    )  # fmt: skip


def methods():
    one, other = Base(1), Base(1)
    bound = one.method
    outside = types.MethodType(positional, 5)
    return (
        bound == one.method, bound != other.method, bound == other.method, bound == 3, bound.__eq__(3), getattr(bound, "__name__", "none"), hasattr(bound, "__qualname__"), bound is one.method,
        bound.__self__ is one, bound.__func__ is Base.method, bound.__name__, bound.__qualname__, bound.__doc__,
        bound.__call__(1, k=2), outside(), outside.__self__, one.cached(), Base.cached(other), Base.cached.__get__(one)(),
        Base.cached.__get__(None, Base) is Base.cached, one.method.__get__(other) == bound, len({bound, one.method}),
        Derived(3).method(), [].append.__self__, "ab".upper.__name__, [].append.__qualname__, list.append.__name__,
        str.upper.__qualname__, len.__self__.__name__, [7].__len__.__name__, [7].__len__.__self__, (7).__add__.__name__, (7).__add__.__self__, attempt(getattr, bound, "missing"),
    )  # fmt: skip


def leaves(x):
    """What is made and given back is real."""
    text = "abc"
    return Base(x).method, types.MethodType(positional, x), Base.__dict__["static"], property(operator.itemgetter(0))


def variables(x):
    kept = x + [2]

    def inner():
        return kept

    return inner.__closure__[0], inner


def given_back():
    (_, (method, other, static, field)), (_, (cell, inner)) = attempt(leaves, 4), attempt(variables, [1])
    cell.cell_contents = "set"
    return inner(), cell is inner.__closure__[0], method(), other(), static(1), static.__func__(2), field.fget([7]), field.fset, type(field).__name__


def properties():
    one = Base(1)
    field, whole = Base.__dict__["read"], Base.all_three
    one.all_three = 2
    seen = [one.value]
    del one.all_three
    seen.append(one.value)
    one.write_only = 8
    made = property(lambda self: (self, "got"), doc="Made here.")
    return (
        seen, one.value, field.fget(one), field.fset, field.fdel, whole.fget is not None, whole.fset is None, Base.read is field,
        field.__get__(one), field.__get__(None, Base) is field, field.__doc__, made.fget(3), made.fset, made.__get__(4),
        made.__doc__, whole.__set__(one, 5), one.value, whole.__delete__(one), one.value,
    )  # fmt: skip


def descriptors():
    one = Described()
    one.keeps = 3
    seen = [one.kept]
    del one.drops
    seen.append(one.kept)
    return (
        seen, attempt(delattr, one, "keeps"), attempt(setattr, one, "drops", 1), attempt(delattr, one, "kept"),
        attempt(delattr, one, "kept"), attempt(delattr, one, "missing"),
    )  # fmt: skip


def cells():
    first, unset = [1], None

    def inner():
        nonlocal first
        first = first + [2]
        return first, unset

    del unset
    names = dict(zip(inner.__code__.co_freevars, inner.__closure__))
    before = names["first"].cell_contents
    try:
        inner()
    except NameError as error:
        text = str(error)
    after = names["first"].cell_contents
    names["first"].cell_contents = "set"
    return before, text, after, first, attempt(getattr, names["unset"], "cell_contents"), type(names["first"]).__name__


def properties_that_refuse():
    one = Base(1)
    return (
        attempt(getattr, one, "write_only"), attempt(setattr, one, "read", 3), attempt(delattr, one, "read"),
        attempt(delattr, one, "write_only"), attempt(property().__get__, one), attempt(property().__set__, one, 2),
        attempt(property().__delete__, one),
    )  # fmt: skip


def wrappers():
    static, bound = Base.__dict__["static"], Base.__dict__["of_class"]

    def plain(*arguments):
        return arguments

    made, made_bound = staticmethod(plain), classmethod(plain)
    return (
        static.__func__(1), static(2), static.__wrapped__(3), static.__get__(None, Base)(4), static.__get__(5)(6),
        bound.__func__(Base, 1), bound.__wrapped__(Derived, 2), bound.__get__(None, Derived)(3), bound.__get__(Derived())(4),
        Base.static(1), Derived.of_class(2), Derived().of_class(3), made(7), made.__func__ is plain, made.__get__(1) is plain,
        made_bound.__func__ is plain, made_bound.__get__(None, Base)(1)[0] is Base, static.__name__, static.__doc__,
    )  # fmt: skip


def partials():
    one = functools.partial(positional, 1, d=5)
    two = functools.partial(one, 2, 3, e=6)
    two.note = "kept"
    return (
        one(), one(9, d=1), two(), two(4, e=7), two.func is positional, two.args, two.keywords, two.__dict__, one.__dict__,
        two.note, attempt(functools.partial), attempt(functools.partial, 3), attempt(functools.partial(positional)),
        attempt(getattr, one, "missing"),
    )  # fmt: skip


def from_a_partial():
    made = functools.partial(positional, [1], d=5)
    made.note = "kept"
    return made


def partials_that_leave():
    made = from_a_partial()
    return made.func is positional, made.args, made.keywords, made.note, made(2)


def annotations_made_once():
    def made():
        pass

    return made.__annotations__ is made.__annotations__, made.__annotations__


def program():
    return (
        made_here(), from_outside(), refused(), methods(), given_back(), properties(), descriptors(), cells(), properties_that_refuse(), wrappers(),
        partials(), partials_that_leave(), annotations_made_once(),
    )  # fmt: skip


# expect captured
# in pieces
