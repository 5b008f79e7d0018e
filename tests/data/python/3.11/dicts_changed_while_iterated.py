"""Dicts whose keys change under an iterator: what it gives, and when it refuses."""


def grown():
    table, seen = {0: 0}, []
    for key in table:
        seen.append(key)
        table[key + 1] = 1
    return seen


def same_size():
    table = {0: 0}
    for key in table:
        del table[key]
        table[key] = 0
    return table


def another_key():
    table, seen = {0: 0, 1: 1, 2: 2}, []
    for key in table:
        seen.append(key)
        if key == 0:
            del table[2]
            table[3] = 3
    return seen


def items_moved():
    table, seen = {1: 1, 2: 2}, []
    for key, value in table.items():
        seen.append((key, value))
        if key == 1:
            table[1] = table.pop(1) + 4
    return seen


def values_changed():
    table, seen = {1: 1, 2: 2}, []
    for value in table.values():
        seen.append(value)
        table[2] = 7
    return seen


def program():
    found = []
    for function in (grown, same_size, another_key, items_moved, values_changed):
        try:
            found.append(function())
        except RuntimeError as error:
            found.append(str(error))
    return found


# expect captured
# in pieces
# as written: another_key
# as written: grown
# as written: items_moved
# as written: program
# as written: same_size
