"""What `__slots__` hold is there in every object that leaves a trace, however deep it lies."""

import collections


class Pair:
    __slots__ = ("left", "right")

    def __init__(self, left, right=None):
        self.left = left
        self.right = right


class Open(Pair):
    pass


def deep():
    first = Pair(1)
    second = Pair(first)
    return Pair([second], {"key": Pair(3, Pair(4))})


def with_attributes():
    made = Open(Pair(5))
    made.more = Pair(6)
    return made


def defaults():
    outer = collections.defaultdict(list)
    outer["a"].append(collections.defaultdict(int))
    return {"outer": outer}


def after_a_break():
    made, counts = deep(), defaults()
    print("a break")
    return shown(made), counts, counts["outer"]["a"][0].default_factory


def shown(value):
    if isinstance(value, Pair):
        return type(value).__name__, shown(value.left), shown(value.right), shown(getattr(value, "more", None))
    if isinstance(value, list):
        return [shown(item) for item in value]
    if isinstance(value, dict):
        return {key: shown(item) for key, item in value.items()}
    return value


def program():
    return shown(deep()), shown(with_attributes()), defaults(), after_a_break()


# expect captured
# in pieces
