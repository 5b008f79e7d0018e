"""What C code does with a list, tuple or set of a subclass asks none of the methods that the subclass has."""

from collections import deque

from attempts import attempt


class Odd:
    def __getitem__(self, index):
        return 5

    def __len__(self):
        return 7

    def __iter__(self):
        return iter("abc")


class OddList(Odd, list):
    pass


class OddTuple(Odd, tuple):
    pass


class OddSet(Odd, set):
    pass


class OddDict(dict):
    def __getitem__(self, key):
        return "odd"

    def __iter__(self):
        return iter("abc")


class Clears:
    def __init__(self, container):
        self.container = container

    def __eq__(self, other):
        self.container.clear()
        return NotImplemented


def lists():
    items = OddList([1, 2])
    compared = items == OddList([1, 2]), items == [1, 2], items != [1, 3], items < [1, 3], items >= [1]
    return compared, items.index(2), items.count(1), repr(items), items.remove(1), list.__len__(items)


def tuples():
    items = OddTuple([1, 2])
    return items == OddTuple([1, 3]), items < OddTuple([1, 3]), items.index(2), items.count(2), repr(items)


def changed_while_compared():
    left, right = [], []
    left[:], right[:] = [Clears(right)], [1]
    return left == right, left, right


def text_of_a_class():
    """Constants of classes that have an instance dict."""

    class Text(str):
        def __getitem__(self, key):
            return str.__getitem__(self, key)

    return Text("hello").__getitem__(slice(4)), Text("hello")[1], Text("hello")[slice(1, 3)]


def cleared_by_both():
    class Clears:
        def __init__(self, other):
            self.other = other

        def __eq__(self, _):
            self.other.clear()
            return NotImplemented

    left, right = [], []
    left.append(Clears(right))
    right.append(Clears(left))
    return left == right


def changed_deque(method):
    queue = deque()
    queue.extend([Clears(queue), 2])
    return method(queue, 3)


def program():
    methods = deque.__contains__, deque.count, deque.index, deque.remove
    queue = deque([1, 2, 1])
    found = 2 in queue, queue.index(1, 1), queue.count(1), queue.index(2, -2, 3), queue.remove(2), queue
    return (
        lists(), tuples(), repr(OddSet([1])), repr(OddDict(a=1)), changed_while_compared(), found, text_of_a_class(), cleared_by_both(),
        [attempt(changed_deque, method) for method in methods],
    )


# expect captured
# in pieces
