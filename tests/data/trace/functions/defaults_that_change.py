"""Defaults of functions that change: how many there are and of which names, though nothing else looks at them."""

import torch

x = torch.ones(2)


def make():
    def function(a=1, b=2, *, c=3):
        return b, c

    return function


def several(*values):
    return lambda function: setattr(function, "__defaults__", values)


def named(**values):
    return lambda function: setattr(function, "__kwdefaults__", values)


CHANGES = {
    "no defaults": lambda function: setattr(function, "__defaults__", None),
    "empty": several(),
    "fewer": several(1),
    "others": several(1, 9),
    "none of names": lambda function: setattr(function, "__kwdefaults__", None),
    "other names": named(d=3),
    "one more": named(c=3, d=4),
    "another": named(c=4),
    "in place": lambda function: function.__kwdefaults__.update(c=5),
    "removed": lambda function: function.__kwdefaults__.clear(),
}
CALLS = {
    "with all": lambda function: function(1, 2, c=3),
    "with one": lambda function: function(1, c=3),
    "with names": lambda function: function(b=5, a=6),
    "with none": lambda function: function(),
    "with too many": lambda function: function(1, 2, 3),
}


def outcome(call, function):
    try:
        return call(x, function)[1:]
    except TypeError as error:
        return str(error).split("() ")[-1]


def case(t):
    for change in CHANGES.values():
        for use in CALLS.values():

            def read(x, function):
                return x + 1, use(function)

            def caught(x, function):
                try:
                    use(function)
                except TypeError:
                    return x, "raised"
                return x, "returned"

            def written(x, function):
                if x.sum() > 5:
                    return x, 0
                function.__kwdefaults__["c"] = 7
                return x, use(function)

            for run in read, caught, written:
                mine, its = make(), make()
                compiled = t.compile(run)
                for _ in range(2):
                    for turn in range(3):
                        t.equal(outcome(compiled, mine), outcome(run, its))
                    change(mine)
                    change(its)
