"""`id(x)` of an object from outside as a key of a dict from outside: it matters where the object stands, and an entry is
for that object."""

import torch


class Thing:
    pass


def case(t):
    things, table = [Thing(), Thing()], {}
    for number, thing in enumerate(things):
        table[id(thing)] = number + 1

    def look(x, thing):
        return x * table[id(thing)] + (id(thing) in table), id(thing) == id(things[0])

    def note(x, thing):
        table.setdefault(id(thing), {"calls": 0})["calls"] += 1
        return x + 1

    compiled, x = t.compile(look, fullgraph=True), torch.ones(2)
    for thing in things + things:
        t.equal(compiled(x, thing), look(x, thing))
    compiled, fresh = t.compile(note, fullgraph=True), Thing()
    for _ in range(3):
        t.equal(compiled(x, fresh), x + 1)
    assert table[id(fresh)] == {"calls": 3}

    # Of objects that the program makes it is known at run time alone.
    def own(x):
        made = [Thing(), Thing()]
        numbers = {id(thing): number for number, thing in enumerate(made)}
        return x + numbers[id(made[1])], numbers[id(made[0])]

    t.equal(t.compile(own, fullgraph=True)(x), own(x))
