"""An exception that was raised has its traceback, also where the graph would have held the raise."""

import sys
import traceback

KEPT = RuntimeError("made before")


def fails(items):
    return items[0] + items[1]


def formatted():
    try:
        fails([1, "a"])
    except TypeError:
        return traceback.format_exc()


def raised_before():
    try:
        raise KEPT
    except RuntimeError as error:
        return error.__traceback__.tb_frame.f_code.co_name, traceback.format_tb(error.__traceback__)[-1:]


def of_the_moment():
    try:
        raise KeyError(1)
    except KeyError:
        kind, error, trace = sys.exc_info()
        return kind.__name__, repr(error), trace is None, trace.tb_frame.f_code.co_name, trace.tb_next


class Seen:
    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        self.seen = kind.__name__, str(error), trace is None, type(trace).__name__
        return True


def left_by_error():
    manager = Seen()
    with manager:
        fails([])
    return manager.seen


def left_by_one_made_before():
    manager = Seen()
    with manager:
        raise KEPT
    return manager.seen


def never_raised():
    return ValueError(1).__traceback__, sys.exc_info()


def handed_out():
    try:
        raise StopIteration("ended")
    except StopIteration as error:
        kept = error
    return kept


def program():
    kept = handed_out()
    return (
        formatted(), raised_before(), of_the_moment(), left_by_error(), left_by_one_made_before(), never_raised(),
        (kept.value, kept.args, kept.__traceback__ is None),
    )


# expect captured
# in pieces
# as written: resume_in_of_the_moment
# as written: resume_in_raised_before
