"""Weak references and finalisers see when variables let go of what they hold, also across graph breaks."""

import gc
import weakref

log = []


class Plain:
    def __floordiv__(self, other):
        return 42


class Ends:
    def __del__(self):
        log.append("end")


def proxy():
    plain = Plain()
    return weakref.proxy(plain) // 5


def deleted():
    plain = Plain()
    reference = weakref.ref(plain)
    before = reference() is plain
    del plain
    return before, reference()


def overwritten():
    plain = Plain()
    reference = weakref.ref(plain, lambda _: log.append("called"))
    plain = None
    return reference(), plain, log.copy()


def unread():
    plain = Plain()
    reference = weakref.ref(plain)
    gc.collect()
    return reference() is not None


def of_function():
    def inner():
        return 1

    reference = weakref.ref(inner)
    gc.collect()
    before = reference() is not None
    del inner
    return before, reference()


def ends_by_delete():
    ends = Ends()
    log.append("made")
    del ends
    return log.copy()


def ends_by_assignment():
    ends = Ends()
    ends = log.append("made")
    log.append("after")
    return ends, log.copy()


def ends_at_once():
    Ends()
    log.append("after")
    return log.copy()


def ends_with_its_frame():
    def inner():
        ends = Ends()
        log.append("made")

    inner()
    log.append("after")
    return log.copy()


def program():
    log.clear()
    return (
        proxy(), deleted(), overwritten(), unread(), of_function(), ends_by_delete(), ends_by_assignment(),
        ends_at_once(), ends_with_its_frame(),
    )


# expect captured
# in pieces
# as written: deleted
