"""`!=` that falls back on `__eq__`, and what ints that change from call to call are worth as keys and as objects."""


class Equal:
    def __init__(self, value):
        self.value = value

    def __eq__(self, other):
        return isinstance(other, Equal) and self.value == other.value

    __hash__ = None


class Loud:
    def __init__(self, log, name):
        self.log = log
        self.name = name

    def __eq__(self, other):
        self.log.append(self.name)
        return NotImplemented


class LouderStill(Loud):
    def __ne__(self, other):
        self.log.append(self.name + " ne")
        return NotImplemented


def unequal():
    a, b, c = Equal(1), Equal(1), Equal(2)
    return a != b, a != c, [a] != [b], (a, 1) != (b, 1), {1: a} != {1: c}, object() != object(), a != 1


def order():
    log = []
    pair = Loud(log, "a"), LouderStill(log, "b")
    return pair[0] != pair[1], pair[1] != pair[0], pair[0] != pair[0], log


def lookup(table, number):
    return table.get(number, "none"), number in table, number in {5, 6}, table.get((number,)), hash(number)


def same(a, b):
    return a is b


class Point:
    def __init__(self, x, y):
        self.x, self.y = x, y


def equal_points(a, b):
    return (a.x, a.y) == (b.x, b.y)


def sets_of_sets(text):
    return len({frozenset(word) for word in text.split()}), frozenset("ab") in {frozenset("ba")}


def program():
    table = {5: "a", 6: "b", 7: "c", (7,): "d"}
    points = [((0, 0), (0, 0)), ((1, 2), (1, 2)), ((5, 6), (5, 7)), ((5, 6), (5, 6)), ((3, 4), (4, 3)), ((8, 9), (8, 9))]
    return (
        unequal(),
        order(),
        sets_of_sets("abcdef bcd bdcb fed fedccba"),
        [lookup(table, number) for number in (5, 6, 7, 8, 9)],
        [same(a, b) for a, b in [(5, 5), (6, 6), (7, 8), (8, 8), (9, 3), (2, None)]],
        [equal_points(Point(*a), Point(*b)) for a, b in points],
    )


# expect captured
# whole
