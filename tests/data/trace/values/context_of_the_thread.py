"""Context variables and what belongs to the running thread are read, and guarded."""

import contextvars
import threading

import torch

depth = contextvars.ContextVar("depth", default=2)
empty = contextvars.ContextVar("empty")
local = threading.local()
local.scale = 2.0


def in_context(x):
    return x * depth.get(), depth.get(5)


def without_a_value(x):
    return x + empty.get(3)


def of_the_thread(x):
    local.last = local.scale + 1
    return x * local.scale + local.last, getattr(local, "nothing", None), sorted(local.__dict__)


def case(t):
    x = torch.ones(2)
    compiled = t.compile(in_context, fullgraph=True)
    for value in (2, 3, 3, 2):
        token = depth.set(value)
        t.equal(compiled(x), in_context(x))
        t.equal(contextvars.Context().run(compiled, x), contextvars.Context().run(in_context, x))
        depth.reset(token)
    # With the value 2, with 3, and where nothing was set.
    assert len(t.graphs) == 3, len(t.graphs)
    compiled = t.compile(without_a_value)
    t.equal(compiled(x), x + 3)
    empty.set(7)
    t.equal(compiled(x), x + 7)

    compiled = t.compile(of_the_thread, fullgraph=True)
    for scale in (2.0, 2.0, 3.0):
        local.scale = scale
        t.equal(compiled(x), of_the_thread(x))
    found = []

    def elsewhere():
        local.scale = 5.0
        found.append(t.compile(of_the_thread)(x))

    thread = threading.Thread(target=elsewhere)
    thread.start()
    thread.join()
    t.equal(found[0][0], x * 5 + 6)
    t.equal(local.last, 4.0)
