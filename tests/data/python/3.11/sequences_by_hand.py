"""Methods of lists, tuples, sets, text and numbers that are called by name, and what they refuse."""

from attempts import attempt


class Whole(int):
    """An int that says something else of itself."""

    def __index__(self):
        return 99

    def __bool__(self):
        return False


class Sized:
    def __index__(self):
        return 2


def lists():
    numbers = [1, 2]
    same = numbers
    numbers *= 2
    copied = numbers.copy()
    copied.append(9)
    emptied = [1, 2]
    emptied.clear()
    emptied.append(3)
    gone = [1]
    gone *= -1
    return (
        numbers, same is numbers, copied, emptied, gone, 2 * [1], [1].__rmul__(2), [1].__mul__(True), (1,).__rmul__(2), (1, 2).__mul__(0),
        2 * (1,), [1].__imul__(3), [1] * Sized(), Sized() * (1, 2), [].copy(), [1, 2].__reversed__().__next__(), [1, 2].__contains__(2),
        [1].__add__([2]), [1].__iadd__((2,)), [3, 1].__len__(), [1, 2].__getitem__(-1), [[1]] * 2,
    )  # fmt: skip


def shared_by_repeating():
    rows = [[0]] * 3
    rows[0].append(1)
    return rows, rows[0] is rows[2]


def lists_that_refuse():
    one, pair = [1], (1, 2)
    return (
        attempt(lambda: [1] * 1.5), attempt(lambda: [1] * "a"), attempt(lambda: [1] * None), attempt(lambda: (1,) * []), attempt(lambda: [].clear(1)),
        attempt(lambda: [].copy(1)), attempt(lambda: [].pop("a")), attempt(lambda: [1].pop(5)), attempt(lambda: [].insert("a", 1)), attempt(lambda: [].append()),
        attempt(lambda: [1].index(2)), attempt(lambda: (1,).index(2)), attempt(lambda: [].remove(1)), attempt(lambda: [1, "a"].sort()), attempt(lambda: [1].sort(1)),
        attempt(lambda: [][0]), attempt(lambda: ()[0]), attempt(lambda: one["a"]), attempt(lambda: one[1.0]), attempt(lambda: pair["a"]), attempt(lambda: [1].missing),
        attempt(lambda: setattr([], "x", 1)), attempt(lambda: [1].__setitem__(1, 2)), attempt(lambda: (1,).__setitem__(0, 2)), attempt(lambda: [].extend(3)),
        attempt(lambda: list(3)), attempt(lambda: tuple(None)), attempt(lambda: [1, 2].__delitem__(2)), attempt(lambda: [1] + (1,)), attempt(lambda: (1,) + [1]),
        attempt(lambda: [1] < (1,)), attempt(lambda: [1] < 1), attempt(lambda: [1, "a"] < [1, 2]), attempt(lambda: list(1, 2)), attempt(lambda: hash([])),
    )  # fmt: skip


def numbers():
    return (
        (5).__index__(), True.__index__(), (5).__int__(), True.__int__(), (0).__bool__(), True.__bool__(), Whole(3).__index__(), int.__index__(Whole(3)),
        [1, 2, 3, 4, 5][Whole(3)], bool(Whole(3)), int(Whole(3)), range(Whole(3)), (5).real, (5).imag, (5).numerator, (5).denominator, True.real, True.numerator,
        (2.5).real, (2.5).imag, (1 + 2j).real, (1 + 2j).imag, (5).bit_length(), (2.5).is_integer(), (-5).conjugate(), (10).to_bytes(2, "big"),
        int.from_bytes(b"\x01\x02", "big"), (2.5).as_integer_ratio(), (2.5).hex(), float.fromhex("0x1p-2"), (7).__divmod__(2), (7).__rsub__(10), (7).__add__("a"),
    )  # fmt: skip


def texts():
    text = "abc"
    return (
        ",".join(["a", "b"]), ",".join(c for c in "abc"), b"-".join([b"a", b"b"]), b"-".join(iter([b"x"])), b"".join([]), "".join({}), "ab"[-1], "abc"[::-1],
        b"abc"[1], b"abc"[1:], "a,b".split(","), "abc".partition("b"), "%s-%d" % ("a", 2), "{}{x}".format(1, x=2), "abc".translate({97: "z"}), "a" in "abc",
        "abc".__len__(), "abc".__contains__("b"), list(b"ab"), list("é"), "ab" * 2, 2 * "ab", "a" + "b", "abc".find("c", 1), "ab".encode(), b"ab".decode(), "ß".upper(),
        attempt(lambda: ",".join([1])), attempt(lambda: b",".join(["a"])), attempt(lambda: ",".join(3)), attempt(lambda: "abc"[5]), attempt(lambda: text["a"]),
        attempt(lambda: b"a"[2]), attempt(lambda: "a" + 1), attempt(lambda: "a" * "b"), attempt(lambda: "%d" % "a"), attempt(lambda: "{}".format()), "{:{}}|{:>{w}}".format("a", 3, "b", w=4),
        attempt(lambda: "{}{0}".format(1)), attempt(lambda: "{0}{}".format(1)), attempt(lambda: "{:{:{}}}".format(1, 2, 3)), attempt(lambda: "{a}".format()),
        attempt(lambda: "a".index("b")), attempt(lambda: int("x")), attempt(lambda: b"a" + "a"), attempt(lambda: 1 in "a"), attempt(lambda: b"".join(3)),
    )  # fmt: skip


def sets():
    s = {1, 2, 3}
    emptied = {1, 2}
    emptied.clear()
    emptied.add(5)
    copied = s.copy()
    copied.discard(1)
    frozen = frozenset([1, 2])
    return (
        s, emptied, copied, frozen | {3}, frozen.copy() is frozen, {1, 2} == frozen, sorted(s ^ {3, 4}), s.__contains__(1), len(frozen), frozen.union([3]),
        attempt(lambda: set().pop()), attempt(lambda: {1}.remove(2)), attempt(lambda: {1}.add([])), attempt(lambda: {[]}), attempt(lambda: {1} | [1]),
        attempt(lambda: set(3)), attempt(lambda: {1}.union(3)), attempt(lambda: {1} < 3), attempt(lambda: frozen.add(1)), attempt(lambda: {1}.clear(1)),
        attempt(lambda: s[0]), attempt(lambda: hash({1})), attempt(lambda: {1}.update(3)), attempt(lambda: set(1, 2)), hash(frozen) == hash(frozenset([2, 1])),
    )  # fmt: skip


def program():
    return lists(), shared_by_repeating(), lists_that_refuse(), numbers(), texts(), sets()


# expect captured
# in pieces
