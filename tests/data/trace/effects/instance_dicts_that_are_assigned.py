"""`o.__dict__ = d` in a graph: of objects from outside and of those made in it, with dicts from either, shared or not."""

import weakref
from collections import OrderedDict

import torch


class Plain:
    pass


class AttributeDict(dict):
    """A dict whose items are its attributes."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.__dict__ = self


class Shared:
    state = {}

    def __init__(self):
        self.__dict__ = self.state


def with_(**attributes):
    made = Plain()
    vars(made).update(attributes)
    return made


def made_in_the_graph(x):
    options = AttributeDict(scale=2)
    options.shift = x + 1
    return x * options["scale"] + options.shift, options


def shares_one_dict(x):
    Shared().calls = getattr(Shared(), "calls", 0) + 1
    return x + Shared().calls


def replaced(x, o):
    before = o.__dict__
    o.__dict__ = dict(before, y=x + 1)
    before["seen"] = True
    o.z = o.y * 2
    return x + o.a, before


def taken_from_another(x, o, other):
    o.__dict__ = other.__dict__
    o.scale = 3
    return x * other.scale


def given_back(x, o):
    before = vars(o)
    o.__dict__ = {"a": 5}
    y = x + o.a
    o.__dict__ = before
    return y + o.a


def over_a_break(x, o):
    o.__dict__ = {"b": x + 1}
    torch._dynamo.graph_break()
    return o.b + len(vars(o))


def kept_in_order(x, o):
    attributes = OrderedDict(b=1, a=x)
    o.__dict__ = attributes
    o.c = 2  # written past the OrderedDict's own methods
    return x + o.c, list(attributes), list(vars(o))


def came_in_order(x, o):
    del o.b
    o.c = o.a + 1
    return x + o.c, list(vars(o)), vars(o)


def no_dict(x, o):
    try:
        o.__dict__ = 1
    except TypeError as error:
        return x + 1, str(error)


def case(t):
    x = torch.ones(2)

    def whole(function):
        return t.compile(function, fullgraph=True)

    compiled = whole(made_in_the_graph)
    for _ in range(2):
        result, options = compiled(x)
        assert options.__dict__ is options and type(options) is AttributeDict
        assert result.tolist() == [4, 4] and options.shift.tolist() == [2, 2] and options["scale"] == 2

    compiled = whole(shares_one_dict)
    assert [compiled(x).tolist()[0] for _ in range(3)] == [2, 3, 4] and Shared.state == {"calls": 3}

    compiled = whole(replaced)
    for _ in range(2):
        o = with_(a=2)
        attributes = vars(o)
        result, before = compiled(x, o)
        assert result.tolist() == [3, 3] and before is attributes and before == {"a": 2, "seen": True}
        assert list(vars(o)) == ["a", "y", "z"] and o.z.tolist() == [4, 4]

    compiled = whole(taken_from_another)
    for _ in range(2):
        o, other = with_(a=2), with_(b=1)
        assert compiled(x, o, other).tolist() == [3, 3]
        assert vars(o) is vars(other) and vars(o) == {"b": 1, "scale": 3}

    compiled = whole(given_back)
    o = with_(a=1)
    attributes = vars(o)
    assert compiled(x, o).tolist() == [7, 7] and vars(o) is attributes and attributes == {"a": 1}

    compiled = t.compile(over_a_break)
    for _ in range(2):
        o = with_(a=1)
        assert compiled(x, o).tolist() == [3, 3] and list(vars(o)) == ["b"]

    compiled = t.compile(kept_in_order)
    for _ in range(2):
        assert repr(compiled(x, with_(a=1))) == repr(kept_in_order(x, with_(a=1)))
    compiled, outcomes = t.compile(came_in_order), []
    for run in (came_in_order, compiled, compiled):
        o = Plain()
        o.__dict__ = OrderedDict(b=1, a=2)
        try:
            outcomes.append(repr(run(x, o)))
        except KeyError as error:  # the order has a name that the dict has not
            outcomes.append(repr(error))
    assert outcomes == outcomes[:1] * 3, outcomes

    # What ends with the dict that is replaced ends where it is replaced.
    ended = []

    def ends(x, o):
        o.__dict__ = {"a": 1}
        return x + o.a, len(ended)

    compiled = t.compile(ends)
    for number in range(1, 3):
        o = with_(held=Plain())
        weakref.finalize(o.held, ended.append, number)
        assert compiled(x, o)[1] == number

    result, error = t.compile(no_dict)(x, with_())
    assert error == "__dict__ must be set to a dictionary, not a 'int'" and result.tolist() == [2, 2]
