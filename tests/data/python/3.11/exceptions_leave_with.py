"""Exceptions that leave a `with` block whose manager lets them pass, caught further out."""

import collections
import contextlib
import functools
import os


class Manager:
    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        self.kind = kind
        return None


@contextlib.contextmanager
def generated(log):
    log.append("in")
    try:
        yield 1
    finally:
        log.append("out")


def raises(log):
    with generated(log) as one, Manager():
        raise ValueError(f"from {one}")


class Cached:
    count = 0

    @functools.cached_property
    def value(self):
        self.count += 1
        return self.count


def program():
    log, manager, cached = [], Manager(), Cached()
    try:
        with manager:
            raise KeyError
    except KeyError:
        log.append(manager.kind.__name__)
    try:
        raises(log)
    except ValueError as error:
        log.append(str(error))
    queue = collections.deque([1, 2, 3])
    queue.rotate(1)
    queue.rotate(-2)
    return log, list(queue), cached.value, cached.value, os.path.join("a", "b"), os.path.splitext("a.b"), os.fspath("c")


# expect captured
# whole
