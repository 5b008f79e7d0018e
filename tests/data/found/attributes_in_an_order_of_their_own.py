"""The dict of an instance has its items in the order in which they were set, not in that of the table that instances share."""

import torch


class Plain:
    def __init__(self, names):
        for number, name in enumerate(names):
            setattr(self, name, number)


def copied(x, instance):
    seen = []
    for name, number in dict(instance.__dict__).items():
        seen.append((name, number))
    state = instance.__dict__.copy()
    return x + state["third"], seen, list(state), {**instance.__dict__}


def case(t):
    x = torch.ones(2)
    compiled = t.compile(copied, fullgraph=True)
    for names in (["first", "second", "third"], ["third", "first", "second"], ["second", "third"], ["third", "second", "first"]):
        instance = Plain(names)
        t.equal(compiled(x, instance), copied(x, instance))
