"""Lists from outside that are appended to, and what reads them before, between and after."""


class Log(list):
    def append(self, item):
        super().append(("logged", item))


def only_appended(items):
    items.append(1)
    items.extend((2, 3))
    items.extend([])
    items += [4]
    return None


def appended_then_read(items):
    items.append("last")
    return len(items), items[-1], items[0], "last" in items


def read_then_appended(items):
    first = items[0]
    items.append(first)
    return items.count(first)


def given_itself(items):
    items.extend(items)
    items.append(len(items))
    return len(items), items[-1]


def changed_after(items):
    items.append(5)
    items.insert(0, "first")
    items.pop(1)
    items.append(6)
    return items


def by_two_names(items, other):
    items.append(1)
    other.append(2)
    return items is other, len(other)


def undone(items):
    append = items.append
    append(1)
    try:
        append(1, 2)
    except TypeError as error:
        return str(error)


def nested(rows):
    for row in rows:
        row.append(len(rows))


def compared(items, other):
    items.append(1)
    return items == other, bool(items), items + other


def program():
    found = []
    for n in range(4):
        for function in (only_appended, appended_then_read, given_itself, changed_after, undone):
            items = list(range(n + 1))
            found.append((function(items), len(items), items[: n + 3]))
        log = Log("ab")
        only_appended(log)
        log.append(n)
        items = [0] * (n + 1)
        rows = [[] for _ in range(n)]
        nested(rows)
        found += [list(log), by_two_names(items, items), by_two_names([], items), read_then_appended(items), items, rows]
        found.append(compared([], [1]))
    return found


# expect captured
# whole
