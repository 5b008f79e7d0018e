"""Numbers that the program only counts with are in no guard: compiled code computes them."""

import torch

calls_made = 0


class Holder:
    def __init__(self):
        self.count = 0
        self.rate = 1.0
        self.flags = 5


holder = Holder()


def counts(x):
    global calls_made
    calls_made += 1
    holder.count = holder.count * 2 + 1
    holder.rate *= 0.5
    holder.flags ^= 3
    return x + 1


def counts_in_a_closure():
    n = 0

    def count(x, i):
        nonlocal n
        n = n + i - 2
        return x * 2, n, i * 3 & 7

    return count


def returned(x, i, f):
    total = i
    for _ in range(200):
        total += i
    return x - 1, i + 1, f - 0.5, (i * 2) * (i - 4), total


def wanted(x, i, f):
    j = i * 2
    k = j + 1
    if k > 5:
        x = x + 1
    return x * j, k, f"{j}", isinstance(j, int), [10, 20, 30, 40][: i + 1], {k: j}


def of_other_classes(x, i, f):
    return x, i + f, i - True, f * 2


def case(t):
    x = torch.ones(2)
    compiled = t.compile(counts)
    for n in range(1, 5):
        t.equal(compiled(x), x + 1)
        t.equal((calls_made, holder.count, holder.rate, holder.flags), (n, 2**n - 1, 0.5**n, 6 if n % 2 else 5))
    assert len(t.graphs) == 1
    compiled, plain = t.compile(counts_in_a_closure()), counts_in_a_closure()
    for i in (3, 5, 2**70, -4):
        t.equal(compiled(x, i), plain(x, i))
    assert len(t.graphs) == 2
    for function in (returned, wanted, of_other_classes):
        compiled = t.compile(function)
        for i, f in ((1, 2.5), (2, 0.5), (3, 1.5), (True, 2.5), (2.0, 3), (4, -1.0)):
            if function is wanted and isinstance(i, float):
                continue
            t.equal(compiled(x, i, f), function(x, i, f))
