"""Where more than a plain call knows of a called frame, the graph ends at the call that does: in `__init__`, properties, operators,
generators, functions that C code calls, loops, class bodies, and functions that have shown their variables."""

import functools

import torch


def broken(x):
    y = x + 1
    print(end="")
    return y * 2


class Made:
    def __init__(self, x):
        self.value = broken(x)

    @property
    def twice(self):
        return broken(self.value)

    def __add__(self, other):
        return broken(self.value) + other

    def __call__(self, x):
        return broken(x) - 3

    def __bool__(self):
        broken(self.value)
        return False


def numbers(x):
    yield broken(x)
    yield broken(x + 1)


def in_a_loop(x):
    for _ in range(2):
        x = broken(x)
    return x


def in_a_handler(x):
    try:
        raise ValueError("here")
    except ValueError as error:
        x = broken(x)
        return x, str(error)


def shown(x):
    names = sorted(locals())
    return broken(x), names


def of_a_class(x):
    class Local:
        value = broken(x)

    return Local.value


def recursive(x, depth):
    return broken(x) if depth == 0 else recursive(x + depth, depth - 1) * 2


def made(x):
    return Made(x * 2).value


def read(x):
    return Made(x * 2).twice


PARTS = [
    made,
    read,
    lambda x: Made(x) + 1,
    lambda x: Made(x)(x) * 2,
    lambda x: (x * 2, bool(Made(x)), not Made(x)),
    lambda x: list(numbers(x * 2)),
    lambda x: list(map(broken, [x * 2, x + 1])),
    lambda x: sorted([3, 1, 2], key=lambda n: float(broken(x).sum()) * n),
    lambda x: functools.partial(broken, x * 2)(),
    lambda x: [broken(x + n) for n in range(2)],
    lambda x: in_a_loop(x * 2),
    lambda x: in_a_handler(x * 2),
    lambda x: shown(x * 2),
    lambda x: of_a_class(x * 2),
]


def case(t):
    x = torch.ones(3)
    with t.config.patch(nested_graph_breaks=True):
        for part in PARTS:
            compiled = t.compile(part)
            for _ in range(3):
                t.equal(compiled(x), part(x))

        # The calls themselves are plain, however deep they are.
        t.graphs.clear()
        t.equal(t.compile(recursive)(x, 5), recursive(x, 5))
        assert len(t.graphs) == 2 and len(t.ops(1)) == 6, t.ops()
