"""Where an attribute is kept and who is asked: descriptors that only set, instance dicts under properties, classes
that cannot be changed, objects that name another class than their own."""

import collections.abc
import copy
import weakref

from attempts import attempt


class OnlySets:
    def __init__(self, name):
        self.name = name

    def __set__(self, instance, value):
        instance.__dict__[self.name] = value


class Holds:
    held = OnlySets("held")


class Shadows:
    def __init__(self):
        self.__dict__["shown"] = "kept in the dict"

    @property
    def shown(self):
        return "a property"


class Stands:
    def __init__(self, other):
        self.other = other

    __class__ = property(lambda self: self.other)


class Bare:
    __slots__ = ()


class WithArguments:
    def __init__(self, arguments, wanted=None):
        self.arguments, self.wanted = arguments, wanted

    def __getnewargs_ex__(self):
        return self.arguments


class Text(str):
    def __del__(self):
        log.append("end")


log = []


def only_set():
    holds = Holds()
    before = type(holds.held).__name__
    holds.held = 42
    return before, holds.held, vars(holds)


def of_a_metaclass():
    class Meta(type):
        pass

    class Made(metaclass=Meta):
        pass

    Made.held = 42
    Meta.held = OnlySets("held")
    return Made.held


def shadowed(shadows):
    shadows.__dict__["shown"] += "!"
    return shadows.shown, vars(shadows), Shadows()


def left():
    shadows = Shadows()
    shown = attempt(shadowed, shadows)[1]
    return shown[0], shown[1], shown[2].shown, vars(shown[2]), vars(shadows)


def unchangeable():
    try:
        int.added = 1
    except TypeError as error:
        return str(error)


def removed_from_int():
    try:
        del int.real
    except TypeError as error:
        return str(error)


def stands_for():
    stands = Stands(int)
    lists = Stands(list)
    kinds = isinstance(stands, int), isinstance(stands, Stands), isinstance(stands, (str, dict)), isinstance(stands, str)
    return kinds, isinstance(lists, collections.abc.Sequence), isinstance(stands, collections.abc.Sequence)


def nested_classes():
    nested = (int,)
    for _ in range(20_000):
        nested = (nested,)
    return isinstance("", nested)


def reduced():
    plain = Holds()
    state = plain.__reduce_ex__(2)[2], plain.__getstate__()
    plain.added = 1
    bare = WithArguments(((1,), {})).__reduce_ex__(2)
    named = WithArguments(((1,), {"wanted": 2})).__reduce_ex__(4)
    return state, plain.__reduce_ex__(2)[2], bare[0].__name__, bare[1][1:], named[0].__name__, named[1][1:]


def ends():
    log.clear()
    text = Text("a")
    length = len(text)
    del text
    return length, log.copy()


def program():
    refused = [
        unchangeable,
        removed_from_int,
        nested_classes,
        lambda: object.__setattr__(str, "added", 42),
        lambda: object.__delattr__(str, "lower"),
        lambda: weakref.ref(Bare()),
        lambda: weakref.ref(5),
        lambda: copy.copy(WithArguments("no tuple")),
        lambda: copy.copy(WithArguments((1,))),
        lambda: copy.copy(WithArguments(("no tuple", {}))),
        lambda: copy.copy(WithArguments(((), "no dict"))),
    ]
    texts = str(object=b"abc", errors="strict"), str(b"a\xff", errors="replace"), str(errors="ignored")
    return only_set(), of_a_metaclass(), left(), stands_for(), reduced(), ends(), texts, [attempt(one) for one in refused]


# expect captured
# in pieces
# as written: nested_classes
