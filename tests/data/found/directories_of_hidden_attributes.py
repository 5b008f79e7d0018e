"""`dir` asks an object for `__dict__` and `__class__`, and does without what it denies."""


class Denying:
    def __getattribute__(self, name):
        raise AttributeError(name)


class Failing:
    def __getattribute__(self, name):
        raise ValueError(name)


class Listed:
    __dict__ = [1]

    def __init__(self):
        self.other = 1


class Classless:
    def __init__(self):
        self.other = 1

    def __getattribute__(self, name):
        if name == "__class__":
            raise AttributeError(name)
        return super().__getattribute__(name)


def fn(x, kind):
    try:
        names = dir(kind())
    except ValueError as error:
        names = str(error)
    return x + 1, names


def calls():
    import torch

    for kind in (Denying, Failing, Listed, Classless):
        yield torch.ones(2), kind
