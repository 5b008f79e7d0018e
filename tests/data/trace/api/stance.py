"""A stance holds from the call on, or for a block, or for the calls of a function."""

import torch

import alternator
from alternator import _engine


def now():
    stance = _engine.set_stance("default", False)
    _engine.set_stance(*stance)
    return stance


def raises(call, *arguments):
    try:
        call(*arguments)
    except RuntimeError as error:
        return "skip_guard_eval_unsafe" in str(error)
    return False


def unchecked(t):
    """What has been compiled is used without a look at anything but tensors, and nothing else is compiled."""
    scale = 2

    def fn(x):
        return x.sum() * scale

    compiled, other = t.compile(fn), t.compile(lambda x: x * 3)
    x = torch.ones(3)
    t.equal(compiled(x), fn(x))
    with alternator.set_stance(skip_guard_eval_unsafe=True):
        t.equal(compiled(x), fn(x))
        scale = 5
        t.equal(compiled(x), torch.tensor(6.0))  # That is what is unsafe.
        for wrong in torch.ones(4), torch.ones(3, 1), torch.ones(3).double(), torch.ones(3, requires_grad=True), 2:
            assert raises(compiled, wrong), wrong
        with torch.no_grad():
            assert raises(compiled, x)
        assert raises(other, x)
    t.equal(compiled(torch.ones(4)), torch.tensor(20.0))
    t.equal(compiled(torch.ones(5)), torch.tensor(25.0))
    with alternator.set_stance(skip_guard_eval_unsafe=True):
        t.equal(compiled(torch.ones(7)), torch.tensor(35.0))
        assert raises(compiled, torch.ones(4).double())


def learns(t):
    """What differs between the call that runs as written and the next is dynamic from the first compilation on."""

    def fn(x, n):
        return x * n + x.shape[0]

    compiled = t.compile(fn)
    before = len(t.graphs)
    with alternator.set_stance("eager_then_compile"):
        for size, n in (3, 2), (4, 5), (5, 6), (8, 9):
            t.equal(compiled(torch.ones(size), n), fn(torch.ones(size), n))
    assert len(t.graphs) - before == 1


def case(t):
    unchecked(t)
    learns(t)
    with alternator.set_stance("force_eager"):
        assert now() == ("force_eager", False)
        with alternator.set_stance(skip_guard_eval_unsafe=True):
            assert now() == ("default", True)
        assert now() == ("force_eager", False)
    assert now() == ("default", False)
    alternator.set_stance("fail_on_recompile")
    assert now() == ("fail_on_recompile", False)
    alternator.set_stance("default")

    @alternator.set_stance("eager_on_recompile")
    def inside():
        return now()

    assert now() == ("default", False)
    assert inside() == inside() == ("eager_on_recompile", False)
    assert now() == ("default", False)
    try:
        alternator.set_stance("force_eagr")
    except RuntimeError as error:
        assert "'force_eager'" in str(error)
    else:
        raise AssertionError("an unknown stance was taken")
