"""Methods of lists, dicts, sets, tuples and texts."""

from collections import Counter, OrderedDict, defaultdict, deque, namedtuple

Point = namedtuple("Point", "x y")


def program():
    items = [3, 1, 2]
    items.sort()
    items.extend((5, 4))
    items.insert(1, 9)
    items.remove(5)
    items[1:3] = [7, 7, 7]
    del items[-1]
    d = {"a": 1, "b": 2}
    d.update({"c": 3}, d=4)
    d.setdefault("e", []).append(5)
    removed = d.pop("a"), d.pop("zz", None), d.popitem()
    s = {1, 2, 3}
    s |= {4}
    s.discard(1)
    ordered = OrderedDict(b=1, a=2)
    ordered.move_to_end("b")
    groups = defaultdict(list)
    for word in "the quick brown the fox".split():
        groups[len(word)].append(word)
    queue = deque([1, 2, 3], maxlen=3)
    queue.append(4)
    queue.rotate(1)
    p = Point(1, y=2)
    return (
        items, items.index(7), items.count(7), sorted(items, key=lambda v: -v), items[::-1], d, removed,
        list(d.items()), s & {2, 9}, s - {2}, s ^ {7}, s <= {2, 3, 4, 5}, list(ordered), dict(groups), list(queue),
        p._replace(x=5), p + (3,), p.x * p[1], Counter("banana").most_common(1), dict(zip("ab", range(9))),
        {**d, "z": 1}, [*s], max(items, default=0), min("hello"), any([0, "", 3]), all([]), "a-b".partition("-"),
        " x ".strip(), "abc".replace("b", "-"), "x".join("abc"), "Abc".startswith("A"), "%s:%r" % (1, "q"),
    )  # fmt: skip


# expect captured
# whole
