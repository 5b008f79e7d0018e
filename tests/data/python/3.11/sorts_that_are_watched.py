"""While a list is sorted it is empty; iterators at their end let go of what they went over."""


class Item:
    def __init__(self, rank, touched):
        self.rank = rank
        self.touched = touched

    def __lt__(self, other):
        if self.touched is not None:
            self.touched.append(self)
        return self.rank < other.rank


def changed():
    items = []
    items[:] = [Item(rank, items) for rank in (3, 1, 2)]
    try:
        items.sort()
    except ValueError as error:
        return str(error), [item.rank for item in items]


def empty_meanwhile():
    seen = []
    items = [3, 1, 2]

    def key(item):
        seen.append(list(items))
        return item

    items.sort(key=key)
    return seen, items


def fails():
    items = [3, "a", 1]
    try:
        items.sort()
    except TypeError:
        return sorted(map(str, items))


class Counted:
    def __init__(self, items):
        self.items = items

    def __len__(self):
        return len(self.items)

    def __getitem__(self, index):
        return self.items[index]


def reversed_items():
    iterator = reversed(Counted([1, 2, 3]))
    first = next(iterator)
    print("a break")
    return type(iterator).__name__, first, list(iterator), list(iterator)


def at_the_end():
    items = [1]
    iterator, backwards = iter(items), reversed(items)
    ended = list(iterator), list(backwards)
    items.append(2)
    print("a break")
    return ended, list(iterator), list(backwards)


def program():
    return changed(), empty_meanwhile(), fails(), reversed_items(), at_the_end()


# expect captured
# in pieces
