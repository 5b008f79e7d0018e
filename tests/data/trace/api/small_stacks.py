"""A thread with a small stack: calls that nest deeper than it allows to trace run as they are written."""

import threading
from collections import OrderedDict

import torch


def of_itself(x):
    ordered = OrderedDict.fromkeys("abc")
    ordered["self"] = ordered
    return x + 1, repr(ordered)


class Holds:
    def __init__(self, inner):
        self.inner = inner

    def __repr__(self):
        return "<" + repr(self.inner) + ">"


def of_many(x, depth):
    holds = 1
    for _ in range(depth):
        holds = Holds(holds)
    return x + 1, repr(holds)


def in_containers(x, depth):
    nest = {}
    for _ in range(depth):
        nest = {1: nest}
    return x + 1, "%s" % nest, nest


def case(t):
    def run():
        for function, *arguments in (of_itself,), (of_many, 5), (of_many, 60), (in_containers, 5), (in_containers, 300):
            found.append((t.compile(function)(torch.ones(2), *arguments), function(torch.ones(2), *arguments)))

    found = []
    before = threading.stack_size(512 << 10)
    try:
        thread = threading.Thread(target=run)
        thread.start()
    finally:
        threading.stack_size(before)
    thread.join()
    assert len(found) == 5
    for given, expected in found:
        t.equal(given, expected)
