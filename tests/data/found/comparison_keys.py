"""What `functools.cmp_to_key` gives is an object of its own class, and so is what that makes of an object."""

import functools

import torch

import alternator


@alternator.disable
def look(key, of_three):
    return type(key) is type(functools.cmp_to_key(None)), type(of_three) is type(key), of_three < key(1), of_three.obj, key.obj


def descending(left, right):
    return right - left


def attempt(operation):
    try:
        return operation()
    except (TypeError, AttributeError) as error:
        return type(error).__name__, str(error)


def fn(x):
    key = functools.cmp_to_key(descending)
    of_three = key(3)
    compared = [of_three < key(1), of_three <= key(3), of_three > key(obj=1), of_three >= key(1), of_three == key(3), of_three != key(3)]
    refused = [attempt(lambda: of_three < 3), attempt(lambda: hash(of_three)), attempt(lambda: of_three < key)]
    looked = look(key, of_three), of_three.obj, key.obj, isinstance(key, type(of_three))
    return x + 1, sorted([1, 3, 2], key=key), max([1, 3, 2], key=key), compared, refused, looked


def calls():
    yield (torch.ones(2),)
    yield (torch.zeros(2),)
