"""`range` asks each of its bounds for `__index__` once, in their order."""

asked = []


class Bound:
    def __init__(self, value):
        self.value = value

    def __index__(self):
        asked.append(self.value)
        return self.value


def attempt(*bounds):
    asked.clear()
    try:
        return repr(range(*bounds)), list(asked)
    except (TypeError, ValueError) as error:
        return str(error), list(asked)


def fn(x):
    one, two, five, nothing = Bound(1), Bound(2), Bound(5), Bound(0)
    tried = [attempt(one, five, two), attempt(one, five, nothing), attempt(one, five, 0), attempt(five), attempt(1, 2, 3, 4)]
    tried += [attempt(one, "a", two), attempt("a", two, nothing), attempt(one, two, "a"), attempt(1.5)]
    return x + 1, tried, [list(range(Bound(n), 9, Bound(3))) for n in range(x.shape[0])]


def calls():
    import torch

    yield (torch.ones(2),)
    yield (torch.ones(3),)
