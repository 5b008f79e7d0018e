"""C class methods without their arguments; how much an iterator over a reversed list has left."""

import collections


def refused(function, *arguments, **keywords):
    try:
        function(*arguments, **keywords)
    except TypeError as error:
        return str(error)
    return None


def program():
    texts = [refused(dict.fromkeys), refused({}.fromkeys), refused(dict.fromkeys, 1, 2, 3)]
    texts += [refused(collections.defaultdict.fromkeys), refused(int.from_bytes), refused(float.fromhex)]
    items = [1, 2, 3]
    left = reversed(items)
    hints = [left.__length_hint__()]
    next(left)
    hints.append(left.__length_hint__())
    del items[:2]
    hints += [left.__length_hint__(), list(left), left.__length_hint__()]
    return texts, hints


# expect captured
# whole
