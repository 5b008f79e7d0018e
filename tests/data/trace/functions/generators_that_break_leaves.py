"""A generator that a loop leaves ends there, if nothing else refers to it: its `finally` runs before what comes next."""

import torch


def left(x, log):
    seen = []

    def numbers():
        try:
            yield 1
            yield 2
        finally:
            seen.append("end")

    for number in numbers():
        seen.append(number)
        break
    seen.append("after")
    log.extend(seen)
    return x + number, len(seen)


def held(x, log):
    def numbers():
        try:
            yield 1
            yield 2
        finally:
            log.append("end")

    generator = numbers()
    for number in generator:
        break
    log.append("held")
    rest = list(generator)
    return x + number, rest


def delegating(log):
    def inner():
        try:
            yield 1
        finally:
            log.append("inner")

    yield from inner()


def delegated(x, log):
    for number in delegating(log):
        break
    log.append("after")
    return x + number


def closed(x, log):
    generator = delegating(log)
    number = next(generator)
    generator.close()
    return x + number


def thrown_into(x, log):
    def inner():
        try:
            yield 1
        except KeyError:
            yield 2

    def outer():
        yield from inner()

    generator = outer()
    number = next(generator) + generator.throw(KeyError("key"))
    try:
        generator.throw(ValueError("value"))
    except ValueError as error:
        log.append(str(error))
    return x + number


def returned(x, log):
    def numbers():
        try:
            yield 1
            yield 2
        finally:
            log.append("end")

    def first():
        for number in numbers():
            return number

    number = first()
    log.append("after")
    return x + number


def listed(x, log):
    def numbers(name):
        try:
            yield 1
            yield 2
        finally:
            log.append(name)

    kept = [numbers("kept")]
    for number in kept[0]:
        break
    log.append("after")
    kept[0].close()
    return x + number


def case(t):
    for function in left, held, delegated, closed, thrown_into, returned, listed:
        compiled = t.compile(function, fullgraph=True)
        for _ in range(2):
            logs = [], []
            t.equal(compiled(torch.ones(2), logs[0]), function(torch.ones(2), logs[1]))
            t.equal(logs[0], logs[1])
