"""A frame that runs as written leaves no references behind, and lets its arguments go when the program does."""

import gc
import sys
import threading
import traceback
import weakref

import torch

import alternator
from raising import raised


class Box:
    pass


X, GOOD, BAD, BOX = torch.randn(4, 3), torch.tensor([0, 1]), torch.tensor([1, 9]), Box()


def fails(x, i, box):
    box.count = 1
    return x[i] + 1


def outcome(function):
    try:
        function(X, BAD, BOX)
    except IndexError as error:
        return error


@torch.compiler.disable
def made():
    tensor = torch.randn(4, 3)
    reference = weakref.ref(tensor)
    BOX.is_alive = lambda: reference() is not None
    return tensor


def lets_go(i):
    tensor = made()
    y = tensor * 2
    del tensor
    try:
        return y[i]
    except IndexError:
        return BOX.is_alive()


def recursive(x, i, depth):
    BOX.log.append(depth)
    if depth:
        try:
            return BOX.again(x, i, depth - 1)
        except IndexError:
            BOX.log.append(-depth)
            raise
    return x[i]


def events(function, install):
    seen = []

    def listen(frame, event, _):
        if frame.f_code.co_filename == __file__ and frame.f_code.co_name == fails.__name__:
            seen.append((event, frame.f_lineno))
        return listen

    install(listen)
    try:
        outcome(function)
    finally:
        install(None)
    return seen


def case(t):
    for backend in t.backend, "aot_eager":
        compiled = t.compile(fails, backend=backend)
        assert raised(outcome(compiled)) == raised(outcome(fails))
        counted(lambda compiled=compiled: outcome(compiled))
        threads(compiled)
    assert lets_go(BAD) is t.compile(lets_go)(BAD) is False

    # Calls of compiled functions inside of a frame that runs as written are compiled.
    seen = []
    for wrap in lambda function: function, t.compile:
        BOX.log, BOX.again = [], wrap(recursive)
        try:
            BOX.again(X, BAD, 3)
        except IndexError as error:
            seen.append((BOX.log, error.__context__, len(traceback.extract_tb(error.__traceback__))))
    assert seen[0] == seen[1], seen

    # Who listens to calls sees those of the frame as it is written whole, behind those of the compiled code.
    compiled = t.compile(fails)
    compiled(X, GOOD, BOX)
    for install in sys.setprofile, sys.settrace:
        plain, found = events(fails, install), events(compiled, install)
        assert found[-len(plain) :] == plain, (found, plain)
        for event in "call", "return":
            assert [name for name, _ in found].count(event) == 2, (event, install, found)


def counted(fail):
    """Ten thousand failures cost no memory."""
    watched = X, BAD, BOX, fails, fails.__code__

    def state():
        # One failure may leave something that the next one takes the place of, and a collection may drop.
        gc.collect()
        fail()
        return [sys.getrefcount(it) for it in watched], len(gc.get_objects())

    for _ in range(10):
        fail()
    before = state()
    for _ in range(10_000):
        fail()
    after = state()
    assert after[0] == before[0], (before, after)
    assert after[1] - before[1] < 100, (before, after)


def threads(compiled):
    wrong, context = [], alternator._engine.state()[2]

    def work():
        expected = None
        for _ in range(50):
            found = raised(outcome(compiled))
            expected = expected or found
            if found != expected or alternator._engine.state()[2] != 0:
                wrong.append(found)

    workers = [threading.Thread(target=work) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert not wrong and context == alternator._engine.state()[2], wrong
