"""A float that is a symbol is no int: shifts and indices refuse it (CPython's test_gettext)."""

import operator

import torch


def result(function, *arguments):
    try:
        return function(*arguments)
    except TypeError as error:
        return str(error)


def fn(x, number, count):
    results = [result(operator.index, value) for value in (number, number * 2, count / 2, count, count + 1, count > 2)]
    results += [result(function, number, 2) for function in (operator.lshift, operator.rshift, operator.ilshift, operator.or_)]
    results.append(result(operator.length_hint, (), number))
    return x * number + count, results


def calls():
    for number, count in ((1.5, 3), (2.5, 4), (2.0, 5), (-4.0, 1)):
        yield torch.ones(2), number, count
