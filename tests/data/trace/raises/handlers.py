"""What an operator raises while the graph runs meets the program's handlers, in its frame and in those that it was inlined
into."""

import contextlib

import torch

from raising import agree

LOG = []


class Swallows:
    def __enter__(self):
        LOG.append("enter")
        return self

    def __exit__(self, kind, error, _):
        LOG.append(("exit", kind, str(error)))
        return kind is IndexError


class Watches(Swallows):
    def __exit__(self, kind, error, _):
        LOG.append(("exit", kind))


@contextlib.contextmanager
def translated():
    try:
        yield
    except IndexError as error:
        raise KeyError("translated") from error


def caught(x, i):
    try:
        y = x[i]
    except IndexError as error:
        return x - 1, str(error)
    return y + 1


def caught_by_another(x, i):
    try:
        y = x[i] + 1
    except KeyError:
        y = x
    except (ValueError, LookupError):
        y = x * 2
    else:
        y = y + 1
    finally:
        LOG.append("finally")
    return y


def not_caught(x, i):
    try:
        return x[i] + 1
    except KeyError:
        return x
    finally:
        LOG.append("finally")


def returned_in_finally(x, i):
    try:
        LOG.append(x[i] + 1)
    finally:
        return x * 3  # noqa: B012


def raised_again(x, i):
    try:
        y = x * 2
        return y[i]
    except IndexError:
        LOG.append("seen")
        raise


def raised_from(x, i):
    try:
        return (x * 2)[i]
    except IndexError as error:
        raise ValueError("of the program's own") from error


def raised_while_handled(x, i):
    try:
        raise KeyError("first")
    except KeyError:
        return (x * 2)[i]


def swallowed(x, i):
    y = x + 1
    with Swallows() as context, Watches():
        y = y * 2
        y = y[i]
    return y + 1, type(context).__name__


def watched(x, i):
    with Watches():
        return (x * 2)[i]


def suppressed(x, i):
    y = x + 1
    with contextlib.suppress(IndexError):
        y = y[i] * 2
    return y


def translated_by_a_generator(x, i):
    try:
        with translated():
            return (x + 1)[i]
    except KeyError as error:
        return x, str(error), type(error.__cause__).__name__


def inner(x, i):
    LOG.append("inner")
    return (x + 1)[i]


def caught_by_a_caller(x, i):
    try:
        return inner(x * 2, i)
    except IndexError:
        return inner(x * 3, i.clamp(max=1))


def handled_in_a_handler(x, i):
    try:
        try:
            return inner(x, i)
        except IndexError:
            return inner(x, i + 1)
    except IndexError as error:
        return x, type(error.__context__).__name__


PROGRAMS = (
    caught, caught_by_another, not_caught, returned_in_finally, raised_again, raised_from, raised_while_handled, swallowed,
    watched, suppressed, translated_by_a_generator, caught_by_a_caller, handled_in_a_handler,
)  # fmt: skip


def case(t):
    for program in PROGRAMS:

        def make(program=program):
            LOG.clear()
            x, good, bad = torch.randn(4, 3), torch.tensor([0, 1]), torch.tensor([1, 9])
            return program, [(x, good), (x, bad), (x, good), (x, bad)], lambda: LOG

        agree(t, make, reruns=2)
