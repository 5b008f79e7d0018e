"""An object that differs from one that a class or the keys of a dict have may be that one in the next call."""

import torch


class Plain:
    pass


class Holder:
    kept = Plain()


def attribute(x, thing):
    return x + 1 if thing is Holder.kept else x - 1


def key(x, thing, table):
    for known in table:
        if known is thing:
            return x + 1
    return x - 1


def case(t):
    compiled = t.compile(attribute, fullgraph=True)
    for thing in Plain(), Holder.kept, Plain(), Holder.kept:
        t.equal(compiled(torch.zeros(2), thing), attribute(torch.zeros(2), thing))
    compiled = t.compile(key, fullgraph=True)
    table = {Plain(): 1, Plain(): 2}
    for thing in Plain(), *table, Plain(), *table:
        t.equal(compiled(torch.zeros(2), thing, table), key(torch.zeros(2), thing, table))
