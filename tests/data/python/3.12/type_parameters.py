"""Functions and classes with type parameters, and `type` statements."""


def first[T](xs: list[T]) -> T:
    return xs[0]


class Box[T]:
    def __init__(self, item: T):
        self.item = item

    def get(self) -> T:
        return self.item


type Pair[A] = tuple[A, A]


def made_inside(x):
    def twice[T](y: T) -> T:
        return (y, y)

    return twice(x)


def quotes_inside(words):
    return f"{", ".join(words)!r:>12} {words["key"] if isinstance(words, dict) else ''}"


def program():
    return first([1, 2]), Box(3).get(), Pair.__name__, made_inside(4), quotes_inside(["a", "b"]), quotes_inside({"key": 1})


# expect captured
# in pieces
