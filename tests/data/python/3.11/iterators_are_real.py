"""Iterators that leave the compiled function are of CPython's types, and stay at their end."""

import operator


class Items:
    def __init__(self, items):
        self.items = items

    def __getitem__(self, index):
        return self.items[index]


def kinds():
    return [iter("ab"), iter("é"), iter(b"ab"), iter([1]), iter((1,)), iter({1}), iter({1: 2}), iter(Items([1, 2])), iter(int, 1)]


def half_used(iterator):
    next(iterator)
    print("a break")
    return type(iterator).__name__, operator.length_hint(iterator), list(iterator), list(iterator)


def left_half_used():
    iterators = [iter("abc"), iter("éa"), iter(b"abc"), iter(Items([1, 2, 3]))]
    return [(next(iterator), iterator) for iterator in iterators]


def at_their_end():
    items = Items([1])
    count = iter([1, 2, 0, 3])
    iterators = iter(items), iter(lambda: next(count), 0)
    first = [list(iterator) for iterator in iterators]
    items.items.append(2)
    print("a break")
    return first, [list(iterator) for iterator in iterators], [type(iterator).__name__ for iterator in iterators]


def not_callable():
    try:
        return iter(3, 4)
    except TypeError as error:
        return str(error)


def program():
    made = kinds()
    left = left_half_used()
    return (
        [type(iterator).__name__ for iterator in made], [list(iterator) for iterator in made[:-1]],
        [half_used(iter(value)) for value in ("abc", "éab", b"abc")],
        [(item, type(iterator).__name__, list(iterator)) for item, iterator in left], at_their_end(), not_callable(),
    )


# expect captured
# in pieces
