"""Loops that are left and entered again at every turn: what they iterate over, how they end, what they raise."""

import torch

config = dict(graph_breaks_in_loops=True)


def counted(x, n):
    for i in range(n):
        x = x + 1
        print(i)
        x = x * 2
    return x


def continued_and_broken(table):
    total, names = 0, []
    for name, value in table.items():
        total = total + value
        if name == "skip":
            continue
        names.append(name)
        print(name)
        if name == "stop":
            break
    else:
        total = total - 1
    return total, names


def nested(x):
    for i in range(3):
        for j in range(i, 4):
            x = x + j
            if j == 1:
                print(i, j)
        x = x * 2
    return x


def iterators_in_iterators(x):
    pairs = enumerate(zip([1, 2, 3, 4], reversed("wxyz"), strict=True), start=1)
    for i, (a, b) in pairs:
        x = x + a
        print(i, a, b)
        if i == 2:
            break
    return x, list(pairs)


def handled(x):
    log = []
    for i in range(4):
        x = x + i
        try:
            print(i)
            if i == 1:
                raise ValueError("one")
            x = x * 2
        except ValueError as error:
            log.append((i, str(error)))
            x = x - 1
            continue
        finally:
            x = x + 10
        log.append(i)
    return x, log


def raised(x, log):
    for i in range(4):
        x = x + i
        print(i)
        log.append(i)
        if i == 2:
            raise KeyError(i)
    return x


def own_generator(x):
    def numbers():
        try:
            for n in range(4):
                yield n
        finally:
            print("closed")

    for n in numbers():
        x = x + n
        print(n)
        if n == 2:
            break
    return x


def own_iterator(x):
    class Countdown:
        def __init__(self, n):
            self.n = n

        def __iter__(self):
            return self

        def __next__(self):
            if self.n == 0:
                raise StopIteration
            self.n -= 1
            return self.n

    for n in Countdown(5):
        x = x + n
        print(n)
    return x


def changed_list(x):
    items = [1, 2, 3]
    for item in items:
        x = x + item
        print(item)
        if item == 2:
            items.append(7)
            items.remove(1)
    return x, items


def changed_set(x):
    items, seen = {1, 2, 3}, []
    try:
        for item in items:
            seen.append(item)
            x = x + item
            print(item)
            items.add(item + 10)
    except RuntimeError as error:
        seen.append(str(error))
    return x, seen


def emptied(x):
    rest = [1, 2, 3]
    while rest:
        x = x + rest.pop()
        print(len(rest))
    return x


def with_context(x):
    for i in range(3):
        with torch.no_grad():
            x = x + i
            print(torch.is_grad_enabled())
        x = x * 2
    return x


def closed_over(x):
    functions = []
    for i in range(3):
        functions.append(lambda: i)
        x = x + i
        print(i)
    return x, [function() for function in functions]


def comprehension(x):
    return [x + i for i in range(3) if print(i) is None]


def unbound_after(n):
    for i in range(n):
        print(i)
    return i


def case(t):
    x = torch.ones(2)
    calls = [(counted, x, 5), (counted, x, 11), (counted, x, 0), (unbound_after, 2)]
    for names in (("a", "skip", "b"), ("a", "stop", "b"), ()):
        calls.append((continued_and_broken, {name: x + len(name) for name in names}))
    for function in (nested, iterators_in_iterators, handled, own_generator, own_iterator, changed_list, changed_set):
        calls.append((function, x))
    for function in (emptied, with_context, closed_over, comprehension):
        calls.append((function, x))
    compiled = {function: t.compile(function) for function, *_ in calls}
    for _ in range(2):
        for function, *arguments in calls:
            t.equal(compiled[function](*arguments), function(*arguments))
    expected, found = [], []
    for function, log in ((raised, expected), (t.compile(raised), found)):
        try:
            function(x, log)
        except KeyError as error:
            log.append(error.args)
    t.equal(found, expected)
    try:
        compiled[unbound_after](0)
    except UnboundLocalError as error:
        t.equal("'i'" in str(error), True)
