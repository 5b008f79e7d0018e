"""Under fullgraph=True an operator's error is raised in the trace where the program may catch it, and ends the graph if its
words are read."""

import alternator
import torch


def multiplied(x):
    try:
        y = torch.ones(2) @ torch.ones(3)
    except RuntimeError:
        y = x + 1
    return y * 2


def viewed(x):
    for size in (7, 5, 3):
        try:
            return x.view(size, 1) * 2
        except RuntimeError:
            x = x + 1
    return x


def indexed(x):
    try:
        return x.sum(5)
    except ValueError:
        return x
    except (IndexError, TypeError) as error:
        return x + (2 if type(error) is IndexError else 3)


def added(x, y):
    try:
        z = x + y
    except RuntimeError:
        z = x.sum() + y.sum()
    finally:
        x = x + 1
    return x, z


def read(x):
    try:
        return x.view(7)
    except RuntimeError as error:
        return x + len(str(error))


def kept(x):
    try:
        return x.view(7)
    except RuntimeError as error:
        return x, error


def not_caught(x):
    try:
        return x.view(7)
    except ValueError:
        return x
    finally:
        x = x + 1


def case(t):
    x = torch.arange(3.0)
    for function in (multiplied, viewed, indexed):
        t.equal(t.compile(function, backend="eager", fullgraph=True)(x), function(x))
    compiled = t.compile(added, backend="eager", fullgraph=True)
    for size in (2, 3, 4, 5, 1):
        t.equal(compiled(x, torch.ones(size)), added(x, torch.ones(size)))
    for function in (read, kept, not_caught):
        try:
            t.compile(function, backend="eager", fullgraph=True)(x)
            raise AssertionError(f"{function.__name__} was captured")
        except alternator.errors.OperatorRaised as error:
            assert "an operator that raises RuntimeError: shape '[7]'" in str(error), error
    t.equal(t.compile(read, backend="eager")(x), read(x))
    assert str(t.compile(kept, backend="eager")(x)[1]) == str(kept(x)[1])
