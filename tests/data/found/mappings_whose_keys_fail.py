"""Before 3.15 `{**mapping}` takes an AttributeError for a sign that it is given no mapping, wherever in the mapping it is raised."""

import weakref

import torch


class Wanting:
    def keys(self):
        return self.missing


class Late:
    def keys(self):
        yield "a"
        self.missing

    def __getitem__(self, key):
        return 1


class Refusing:
    def keys(self):
        return ["a"]

    def __getitem__(self, key):
        raise AttributeError("refused")


class Weak(weakref.WeakValueDictionary):
    pass


def fn(x, mapping):
    texts = []
    for attempt in (lambda: {**mapping}, lambda: dict(mapping), lambda: {"b": x, **mapping}):
        try:
            texts.append(attempt())
        except (AttributeError, TypeError) as error:
            texts.append((type(error).__name__, str(error), error.__context__))
    return x + 1, texts


def calls():
    emptied = Weak()
    vars(emptied).clear()
    for mapping in (Wanting(), Late(), Refusing(), emptied, {"c": 1}):
        yield torch.ones(2), mapping
