"""What has been taken from an iterator, and what is left in it, when something goes wrong between."""

from collections import OrderedDict, defaultdict, deque

from attempts import attempt


def three_and_an_error(seen):
    for item in ("ab", "cd", "ef"):
        seen.append(item)
        yield item
    raise KeyError("midway")


def filled(container, fill):
    """What a container holds after an iterator has failed, and what that iterator was asked for."""
    seen = []
    try:
        fill(container, three_and_an_error(seen))
    except KeyError as error:
        seen.append(str(error))
    return container, seen


def add_in_place(numbers, items):
    numbers += items


def or_in_place(names, items):
    names |= items


def by_slice(numbers, items):
    numbers[1:2] = items


def containers():
    return (
        filled([1], list.extend), filled([1], add_in_place), filled([1], list.__init__), filled([1, 2, 3], by_slice),
        filled(deque([1], 3), deque.extend), filled(deque([1], 3), deque.extendleft), filled({"x": 1}, dict.update),
        filled({"x": 1}, or_in_place), filled(OrderedDict(x=1), OrderedDict.update), filled(defaultdict(int), dict.update),
        sorted(filled({"x"}, set.update)[0]), sorted(filled({"x", "ab"}, set.difference_update)[0]),
        sorted(filled({"x"}, set.intersection_update)[0]), sorted(filled({"x"}, set.symmetric_difference_update)[0]),
    )  # fmt: skip


def grows_while_it_is_read():
    numbers = [1, 2, 3]

    def items():
        for _ in range(3):
            yield len(numbers)

    numbers.extend(items())
    numbers += (len(numbers) for _ in range(2))
    numbers.extend(numbers)
    return numbers


def unpacked():
    left = iter([1, 2, 3, 4, 5])
    try:
        a, b = left
    except ValueError as error:
        text = str(error)
    rest = list(left)

    def forever():
        while True:
            yield 1

    def too_few():
        a, b, c = iter([1, 2])

    def too_many():
        a, b, c = forever()

    first, *others = iter([1, 2, 3])
    return text, rest, attempt(too_few), attempt(too_many), first, others


def left_behind():
    items = iter(range(10))
    found = [3 in items, next(items), any(item > 5 for item in items), next(items), list(zip([1], items)), next(items)]
    pairs = zip(items, iter([]))
    return found, list(pairs), list(items)


def program():
    return containers(), grows_while_it_is_read(), unpacked(), left_behind()


# expect captured
# in pieces
