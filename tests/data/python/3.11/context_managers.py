"""`with`: order, values, suppressed and passed-on exceptions, contextlib."""

import contextlib


class Manager:
    def __init__(self, log, name, suppress=()):
        self.log, self.name, self.suppress = log, name, suppress

    def __enter__(self):
        self.log.append(f"enter {self.name}")
        return self

    def __exit__(self, kind, error, traceback):
        self.log.append(f"exit {self.name} {kind.__name__ if kind else None}")
        return kind is not None and issubclass(kind, self.suppress)


@contextlib.contextmanager
def generated(log):
    log.append("before")
    try:
        yield "value"
    except KeyError:
        log.append("swallowed")
    finally:
        log.append("after")


def early(log):
    with Manager(log, "early"):
        for i in range(3):
            with Manager(log, f"inner {i}"):
                if i == 1:
                    return i


def program():
    log = []
    with Manager(log, "a") as a, Manager(log, "b", (ValueError,)):
        log.append(a.name)
        raise ValueError
    with generated(log) as value:
        log.append(value)
        raise KeyError
    try:
        with Manager(log, "c"):
            raise RuntimeError("passed on")
    except RuntimeError as error:
        log.append(str(error))
    with contextlib.suppress(ZeroDivisionError):
        1 / 0
    with contextlib.ExitStack() as stack:
        stack.enter_context(Manager(log, "d"))
        stack.callback(log.append, "called back")
    return log, early(log)


# expect captured
# whole
