"""Errors name a class of C that is made at run time with its module too, as they do other classes of C."""

import functools
import queue
import struct

import torch


def take(*arguments, **keywords):
    return arguments, keywords


def enter(value):
    with value:
        pass


def fn(x, values):
    texts = []
    for value in values:
        for attempt in (enter, lambda value: take(*value), lambda value: take(**value)):
            try:
                attempt(value)
            except TypeError as error:
                texts.append(str(error))
    return x + 1, texts


def calls():
    for _ in range(2):
        yield torch.ones(2), (functools.partial(take), struct.Struct("i"), queue.SimpleQueue(), 1, torch.finfo())
