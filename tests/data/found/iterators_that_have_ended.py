"""An iterator over a dict or a set that has ended stays so, whatever that gets afterwards; one that had not ended notices."""

from collections import OrderedDict, deque

import torch

KINDS = {
    "keys": (lambda: {1: 2}, iter),
    "values": (lambda: {1: 2}, lambda d: iter(d.values())),
    "items": (lambda: {1: 2}, lambda d: iter(d.items())),
    "keys backwards": (lambda: {1: 2}, reversed),
    "values backwards": (lambda: {1: 2}, lambda d: reversed(d.values())),
    "items backwards": (lambda: {1: 2}, lambda d: reversed(d.items())),
    "ordered": (lambda: OrderedDict({1: 2}), iter),
    "set": (lambda: {1}, iter),
    "list": (lambda: [1], iter),
    "deque": (lambda: deque([1]), iter),
}


def more(container):
    if isinstance(container, dict):
        container[5] = 6
    elif isinstance(container, set):
        container.add(5)
    else:
        container.append(5)


def outcome(iterator):
    try:
        return next(iterator)
    except (StopIteration, RuntimeError) as error:
        return type(error).__name__, str(error)


def fn(x, name):
    make, over = KINDS[name]
    container = make()
    ended, begun, taken = over(container), over(container), over(container)
    given = [*ended]
    next(taken)
    more(container)
    return x + 1, given, outcome(ended), outcome(ended), outcome(begun), outcome(taken)


def goes_out(x, name):
    make, over = KINDS[name]
    container = make()
    ended = over(container)
    return x + 1, [*ended], ended, container


def case(t):
    with t.config.patch(recompile_limit=32):
        compiled, compiled_and_given = t.compile(fn), t.compile(goes_out)
        for name in KINDS:
            t.equal(compiled(torch.ones(2), name), fn(torch.ones(2), name))
            found = []
            for call in compiled_and_given, goes_out:
                *_, ended, container = call(torch.ones(2), name)
                more(container)
                found.append(outcome(ended))
            assert found[0] == found[1], (name, found)
