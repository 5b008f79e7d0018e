"""Objects of a class in Python that inherits from dates or durations are compared by the code in C that it inherits: of two that are equal, `==` gave False, and `<` raised."""

import datetime
import operator

import torch

config = {"recompile_limit": 256}


class Day(datetime.date):
    pass


class Long(datetime.timedelta):
    pass


class Odd(datetime.date):
    def __eq__(self, other):
        return False

    __hash__ = datetime.date.__hash__


def fn(x, compare, left, right):
    keys = {left: 1}.get(right), len({left} & {right}), right in {left}, frozenset([left]) == frozenset([right])
    return x + 1, compare(left, right), (left,) == (right,), [left].count(right), keys


def calls():
    of_dates = [datetime.date(2020, 1, 2), Day(2020, 1, 2), Day(2020, 1, 2), Odd(2020, 1, 2), Day(2020, 1, 3)]
    of_durations = [datetime.timedelta(1), Long(1), Long(1), Long(2)]
    x = torch.ones(1)
    for values in (of_dates, of_durations):
        for left in values:
            for right in values:
                for compare in (operator.eq, operator.ne, operator.lt, operator.ge):
                    yield x, compare, left, right
    yield x, operator.add, datetime.date(2020, 1, 2), Long(1)
    yield x, operator.sub, Day(2020, 1, 3), Long(1)
