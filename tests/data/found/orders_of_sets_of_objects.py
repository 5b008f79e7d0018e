"""Sets of objects keep CPython's order where it follows from addresses, from a table of another size, or from what was popped."""

import torch


class Numbered:
    def __init__(self, number):
        self.number = number


KEPT = [Numbered(number) for number in range(40)]


def popped(count):
    result = set(KEPT[:count])
    result.pop()
    return result


def numbers(items):
    return [item.number for item in items]


def fn(x, items, a, b, c):
    copy = items.copy()
    copy.discard(next(iter(copy)))
    made = {a, b, c}
    taken = set(items)
    both = items | items, items.union(items, items), {7, 8, 15, 16, 23} | items, {n * 8 for n in range(5)}
    both[3].update(both[3])
    rest = [list(both[3]), list(both[3] | both[3])]
    copied = [numbers(one) for one in (items.copy(), copy, made, both[0], both[1])]
    return x + 1, copied, rest, list(both[2]), taken.pop().number, numbers(taken), items.pop().number, numbers(items)


def kept_of_outside(x, items):
    some = {item for item in items}
    some.intersection_update(items)
    copy = items.copy()
    copy &= some
    return x + 1, numbers(some), numbers(copy), numbers({item for item in copy} & some)


def moved(x, items):
    # What comes and goes may leave a larger table behind.
    for number in range(8):
        items.add(number)
        items.discard(number)
    return x + 1, numbers(items)


class Hashed(Numbered):
    def __hash__(self):
        return self.number % 5

    def __eq__(self, other):
        return type(other) is Hashed and other.number == self.number


def of_hashes(x, a, b, c):
    made = {a, b, c}
    return x + 1, numbers(frozenset(made)), numbers(made)


def arguments():
    for count in (3, 5, 7, 12, 20, 40):
        for items in (set(KEPT[:count]), popped(count)):
            yield torch.ones(2), items, KEPT[count - 1], KEPT[0], KEPT[1]


def case(t):
    # The same objects in both: others lie elsewhere, and stand in another order.
    with t.config.patch(recompile_limit=32):
        compiled = t.compile(fn)
        for given, also in zip(arguments(), arguments()):
            t.equal(compiled(*given), fn(*also))
            t.equal(numbers(given[1]), numbers(also[1]))
            for function in kept_of_outside, moved:
                t.equal(t.compile(function)(given[0], set(given[1])), function(also[0], set(also[1])))
        for count in range(20):
            three = [Hashed(number) for number in (count, count + 15, 3 * count + 4)]
            t.equal(t.compile(of_hashes)(torch.ones(2), *three), of_hashes(torch.ones(2), *three))
