"""Draws of several numbers: compiled code calls these on entry, and reads what came of them item by item."""

from __future__ import annotations


def choice(generator, *values):
    return generator.choice(values)


def sample(generator, count, *values):
    return tuple(generator.sample(values, count))


def sample_of_range(generator, count, start, stop, step):
    return tuple(generator.sample(range(start, stop, step), count))


def shuffled(generator, *values):
    items = list(values)
    generator.shuffle(items)
    return tuple(items)


def choices(generator, count, length, *values_and_weights):
    """`length` values, which may be followed by as many weights."""
    values, weights = values_and_weights[:length], values_and_weights[length:]
    return tuple(generator.choices(values, weights or None, k=count))


def item(items, index):
    return items[index]
