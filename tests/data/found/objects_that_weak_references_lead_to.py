"""A variable that gives up an object, to which a weak reference led as well, ends it there. Found by hand."""

import weakref

import torch

heard = []


class Made:
    pass


class Heard:
    def __del__(self):
        heard.append("ends")


def fn(x, kind):
    made = kind()
    reference = weakref.ref(made, lambda _: heard.append("told"))
    found = reference() is made
    made = None
    heard.append("after")
    return x + 1, found, reference()


def look(x, reference, made):
    found = reference() is made[0]
    item = made.pop()
    del item
    heard.append("after")
    return x + 1, found


def case(t):
    ran = []
    for run, look_at in ((fn, look), (t.compile(fn), t.compile(look))):
        results = [run(torch.ones(2), kind) for kind in (Made, Heard, Made)]
        for kind in (Made, Heard):
            made = [kind()]
            results.append(look_at(torch.ones(2), weakref.ref(made[0]), made))
        ran.append((results, list(heard)))
        heard.clear()
    t.equal(*ran)
