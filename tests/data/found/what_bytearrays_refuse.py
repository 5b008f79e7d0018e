"""A bytearray takes no item after one that it refuses, names the class of what it is given, and is emptied by `__init__`."""

import copy

import torch


def attempt(operation):
    try:
        return operation()
    except (TypeError, ValueError, BufferError) as error:
        return str(error)


def fn(x, numbers):
    letters, items, more = bytearray(b"abcab"), iter([1, 300, 2]), iter([(1,), (2,)])
    made = [
        attempt(lambda: letters.extend(items)),
        attempt(lambda: bytearray(more)),
        attempt(lambda: letters.__setitem__({}, "a")),
        attempt(lambda: letters.__setitem__(0, iter([1]))),
        attempt(lambda: letters.__setitem__(more)),
        attempt(lambda: letters.append(letters)),
        attempt(lambda: letters.__iadd__(letters)),
        attempt(lambda: letters.__iadd__(iter([1]))),
        attempt(lambda: letters.extend(letters)),
        attempt(lambda: letters.__setitem__(slice(1, 2), letters)),
    ]
    kept = bytes(letters)
    made.append(attempt(lambda: letters.__init__("text")))
    copied = copy.deepcopy(letters), copy.copy(bytearray(b"ab")), bytearray(b"a,b").partition(b",")
    return x + 1, copied, made, kept, letters, list(items), list(more), bytearray(map(int, numbers))


def calls():
    yield torch.ones(2), "123"
    yield torch.zeros(2), "45"
