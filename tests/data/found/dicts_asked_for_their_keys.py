"""C code copies a dict that iterates in its own way by its keys; an OrderedDict's `setdefault` asks the subclass."""

from collections import OrderedDict

heard = []


class Ordered(OrderedDict):
    def keys(self):
        heard.append("keys")
        return ["b"]

    def __getitem__(self, key):
        heard.append(("item", key))
        return 7


class Holding(OrderedDict):
    def __contains__(self, key):
        heard.append(("holds", key))
        return key == "c"

    def __missing__(self, key):
        heard.append(("missing", key))
        return 8


class Iterated(dict):
    def __iter__(self):
        heard.append("iter")
        return iter(["a"])


def fn(x, kind):
    heard.clear()
    made = kind()
    made["a"], made["b"] = 1, 2
    empty = dict.copy(kind())
    joined = dict.__or__(made, {"d": 1}), dict.__ror__(made, {"d": 1})
    copied = dict.copy(made)
    found = made.setdefault("a", 5), made.setdefault("c", 6), OrderedDict(a=1).setdefault("b", 2)
    return empty, joined, copied, found, dict.items(made), list(heard), x + 1


def calls():
    import torch

    for kind in (Ordered, Holding, Iterated, OrderedDict, dict):
        yield torch.ones(2), kind
