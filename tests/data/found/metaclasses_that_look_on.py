"""A class statement reads nothing of its metaclass that runs code of the program (CPython's test_inspect)."""

import inspect

import torch


def fn(x):
    class MetaMeta(type):
        @property
        def __dict__(self):
            self.looked = True
            return {"spam": 42}

    class Meta(type, metaclass=MetaMeta):
        looked = False

    class Thing(metaclass=Meta):
        pass

    return x + 1, Meta.looked, inspect.getattr_static(Thing, "spam", "nothing"), Meta.looked


def calls():
    yield (torch.ones(2),)
    yield (torch.ones(2),)
