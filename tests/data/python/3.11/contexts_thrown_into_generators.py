"""What is thrown into a generator has what the generator handles as its context, and what its caller handles."""

import torch

from attempts import attempt


def chain(error):
    found = []
    while error is not None and len(found) < 9:
        found.append((type(error).__name__, str(error), error.__suppress_context__))
        error = error.__context__
    return found


def handles(log):
    try:
        raise ValueError("handled")
    except ValueError:
        try:
            yield 1
        except KeyError as error:
            log.append(chain(error))
            yield 2
    try:
        yield 3
    except IndexError as error:
        log.append(chain(error))
        raise


def delegates(log):
    try:
        raise TypeError("outer")
    except TypeError:
        yield from handles(log)


def delegates_outside(log):
    try:
        yield from handles(log)
    except BaseException as error:
        log.append(chain(error))
        raise RuntimeError("from outside")


class Iterator:
    def __init__(self, log):
        self.log = log

    def __iter__(self):
        return self

    def __next__(self):
        return 1

    def throw(self, kind, value=None, traceback=None):
        self.log.append(chain(kind if value is None else value))
        raise KeyError("of the iterator")


def delegates_to_iterator(log):
    try:
        raise OSError("handled outside")
    except OSError:
        try:
            yield from Iterator(log)
        except KeyError as error:
            log.append(chain(error))
            yield "caught"


def thrown(make, pause):
    log = []
    generator = make(log)
    taken = [next(generator)]
    if pause:
        torch._dynamo.graph_break()
    taken.append(generator.throw(KeyError("thrown")))
    try:
        taken.append(generator.throw(IndexError("second")))
    except Exception as error:
        log.append(chain(error))
    return taken, log


def thrown_while_handling(make, pause):
    log = []
    generator = make(log)
    next(generator)
    try:
        raise ArithmeticError("of the caller")
    except ArithmeticError:
        if pause:
            torch._dynamo.graph_break()
        try:
            generator.throw(KeyError("thrown"))
            generator.throw(AttributeError("second"))
        except Exception as error:
            log.append(chain(error))
    return log


def with_a_context_of_its_own(make, pause):
    log = []
    generator = make(log)
    next(generator)
    error = KeyError("thrown")
    error.__context__ = ZeroDivisionError("its own")
    if pause:
        torch._dynamo.graph_break()
    generator.throw(error)
    return log, chain(error)


def closed(make, pause):
    log = []

    def closing():
        try:
            yield from make(log)
        except GeneratorExit as error:
            log.append(chain(error))
            raise

    generator = closing()
    next(generator)
    if pause:
        torch._dynamo.graph_break()
    try:
        raise ArithmeticError("of the caller")
    except ArithmeticError:
        generator.close()
    return log


def not_begun(make, pause):
    generator = make([])
    if pause:
        torch._dynamo.graph_break()
    try:
        raise ArithmeticError("of the caller")
    except ArithmeticError:
        try:
            generator.throw(KeyError("thrown"))
        except KeyError as error:
            return chain(error)


def stops(make, pause):
    def stopping():
        try:
            raise ValueError("handled")
        except ValueError:
            if pause:
                torch._dynamo.graph_break()
            yield 1
            raise StopIteration("too soon")

    generator = stopping()
    next(generator)
    try:
        next(generator)
    except RuntimeError as error:
        return chain(error), repr(error.__cause__)


def program():
    functions = [thrown, thrown_while_handling, with_a_context_of_its_own, closed, not_begun, stops]
    makers = [handles, delegates, delegates_outside, delegates_to_iterator]
    return [
        (function.__name__, make.__name__, pause, attempt(function, make, pause)) for function in functions for make in makers for pause in (False, True)
    ]


# expect captured
# in pieces
