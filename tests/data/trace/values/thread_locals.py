"""The attributes of a threading.local are those of the thread that asks."""

import threading

import torch

plain = threading.local()


class Settings(threading.local):
    factor = 3

    def __init__(self):
        self.depth = 1

    def scaled(self, x):
        return x * self.factor + self.depth

    @property
    def twice(self):
        return 2 * self.depth


settings = Settings()


def fn(x):
    plain.asked = getattr(plain, "asked", plain.name)
    if hasattr(settings, "gone"):
        del settings.gone
    settings.gone = True
    return settings.scaled(x) + settings.twice, plain.asked, hasattr(plain, "other"), sorted(plain.__dict__)


def missing(x):
    try:
        del plain.other
    except AttributeError as error:
        first = str(error)
    try:
        return plain.other
    except AttributeError as error:
        return x + 1, first, str(error)


def case(t):
    x = torch.ones(2)
    compiled = t.compile(fn, fullgraph=True)
    seen = []

    def run(name):
        plain.name = name
        seen.extend([compiled(x), compiled(x), compiled(x)])

    run("first")
    settings.depth = 5
    run("then")
    thread = threading.Thread(target=run, args=("thread",))
    thread.start()
    thread.join()
    run("last")
    t.equal([asked for _, asked, _, _ in seen], ["first"] * 6 + ["thread"] * 3 + ["first"] * 3)
    t.equal([result[0].item() for result, *_ in seen], [6.0] * 3 + [18.0] * 3 + [6.0] * 3 + [18.0] * 3)
    t.equal(seen[0][2:], (False, ["asked", "name"]))
    t.equal(t.compile(missing, fullgraph=True)(x), missing(x))
