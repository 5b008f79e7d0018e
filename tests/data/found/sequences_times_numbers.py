"""`*` with a sequence asks a number for its index once; `*=` does not repeat the right operand for classes in Python (tests/fuzz --special-methods)."""

import torch

log = []


class Number(int):
    pass


class Index:
    def __index__(self):
        log.append("index")
        return 2


def in_place(number, sequence):
    try:
        number *= sequence
    except TypeError as error:
        return str(error)
    return number


def fn(x, number):
    made = type(number)()
    repeated = [(1,) * number, () * number, [1] * number, number * (1,), torch.Size([1]) * number, (1,) * made, "a" * number]
    own = (1,)
    own *= number
    sequences = "ab", [1], (1,), torch.Size([1]), b"x"
    return x + 1, repeated, own, [in_place(number, sequence) for sequence in sequences], [in_place(made, sequence) for sequence in sequences]


def calls():
    x = torch.ones(2)
    for number in (Index(), Number(2), 2, True):
        yield x, number
