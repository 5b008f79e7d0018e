"""`+` and `*` of sequences: numbers are asked first, and by name the sequence itself refuses."""

from attempts import attempt


class Both:
    def __radd__(self, other):
        return "added"

    def __rmul__(self, other):
        return "multiplied"

    def __index__(self):
        return 2


def by_name():
    both = Both()
    return [1].__mul__(both), (1,).__rmul__(both), [1].__add__([2])


def asked_first():
    both = Both()
    grown, repeated = [1], [1]
    grown += both
    repeated *= both
    return [1] + both, [1] * both, (1,) + both, (1,) * both, grown, repeated


def program():
    refused = [
        lambda: [1].__add__("x"),
        lambda: list.__add__([1], (2,)),
        lambda: (1,).__add__([2]),
        lambda: [1] + (1,),
        lambda: (1,) + "a",
        lambda: [1] * "x",
        lambda: "x" * [1],
        lambda: {} * [1],
        lambda: 1.5 * (1,),
        lambda: [1].__mul__("x"),
    ]
    return by_name(), asked_first(), 2 * [1, 2], True * (1,), [attempt(one) for one in refused]


# expect captured
# in pieces
