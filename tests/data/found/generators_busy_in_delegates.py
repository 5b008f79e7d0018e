"""A generator runs while something is thrown into what it delegates to, or that is closed: who resumes it then is refused.

It was resumed where it waits. Found by CPython's own tests.
"""

import torch


class Mine(Exception):
    pass


def thrown(x):
    def one():
        try:
            yield 0
        except Mine:
            pass
        yield from two()
        try:
            yield 3
        except Mine:
            pass

    def two():
        try:
            yield 1
        except Mine:
            pass
        try:
            yield from outer
        except ValueError as error:
            said.append(str(error))
        try:
            yield 2
        except Mine:
            pass

    said = []
    outer = one()
    found = [next(outer)]
    try:
        while True:
            found.append(outer.throw(Mine))
    except StopIteration:
        pass
    return x + 1, found, said


def closed(x):
    def one():
        yield from two()

    def two():
        try:
            yield 1
        finally:
            for resume in (lambda: next(outer), lambda: outer.send(None), lambda: outer.throw(Mine), lambda: outer.close()):
                try:
                    resume()
                except (ValueError, Mine) as error:
                    said.append((type(error), str(error)))

    said = []
    outer = one()
    next(outer)
    outer.close()
    return x + 1, said, next(outer, "ended")


def fn(x, which):
    return which(x)


def calls():
    yield torch.ones(2), thrown
    yield torch.ones(2), closed
