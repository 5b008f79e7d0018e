"""`torch.tensor` asks a list of the program's class for its items; other functions read them."""

import torch


class Iterating(list):
    def __iter__(self):
        return iter([9, 8])


class Giving(list):
    def __getitem__(self, index):
        return 5


class Short(list):
    def __len__(self):
        return 1


class Plain(list):
    pass


def fn(x, kind):
    try:
        made = torch.tensor(kind([1, 2]))
    except ValueError as error:
        made = str(error)
    return made, torch.cat(kind([x, x])), x.reshape(kind([2, 1]))


def calls():
    for kind in (Plain, Iterating, Giving, Short):
        yield torch.ones(2), kind


