"""Context variables are set and reset by the trace, and are afterwards as plain Python leaves them."""

import contextvars

import torch

depth = contextvars.ContextVar("depth", default=1)
empty = contextvars.ContextVar("empty")


def set_and_reset(x):
    token = depth.set(5)
    inside = depth.get()
    depth.reset(token)
    return x + inside, depth.get(), token.var is depth, token.old_value is contextvars.Token.MISSING


def counts(x):
    depth.set(depth.get() + 1)
    return x * depth.get()


def nested(x):
    outer = depth.set(2)
    inner = depth.set(3)
    values = [depth.get()]
    depth.reset(inner)
    values.append(depth.get())
    depth.reset(outer)
    return x + 1, values, depth.get(), inner.old_value


def over_a_break(x):
    x = x + 1
    outer = empty.set(8)
    inner = empty.set(9)
    torch._dynamo.graph_break()
    x = x * empty.get()
    empty.reset(inner)
    x = x * empty.get()
    empty.reset(outer)
    return x, empty.get("nothing")


def twice(x):
    token = empty.set(8)
    empty.reset(token)
    try:
        empty.reset(token)
    except RuntimeError as error:
        return x + 1, "used" in str(error), empty.get(None)


def another(x):
    token = depth.set(2)
    try:
        empty.reset(token)
    except ValueError:
        return x + 1, depth.get()


def no_token(x):
    try:
        depth.reset(3)
    except TypeError as error:
        return x + 1, str(error)


def token_that_stays(x):
    return x + 1, depth.set(7), depth.set(9)


def done(function, *arguments):
    def run():
        given = function(*arguments)
        return given, depth.get(), empty.get("nothing"), depth in contextvars.copy_context()

    return contextvars.copy_context().run(run)


def case(t):
    x = torch.ones(3)
    for function in (set_and_reset, counts, nested, over_a_break, twice, another, no_token):
        compiled = t.compile(function, fullgraph=function in (set_and_reset, counts, nested))
        for value in (None, 4, 5, None):
            token = depth.set(value) if value is not None else None
            t.equal(done(compiled, x), done(function, x))
            if token is not None:
                depth.reset(token)
    for function in (token_that_stays, t.compile(token_that_stays, fullgraph=True)):
        _, outer, inner = function(x)
        assert (depth.get(), inner.old_value, outer.old_value) == (9, 7, contextvars.Token.MISSING)
        depth.reset(inner)
        assert depth.get() == 7
        depth.reset(outer)
        assert depth.get() == 1 and depth not in contextvars.copy_context()
