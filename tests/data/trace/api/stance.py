"""A stance holds from the call on, or for a block, or for the calls of a function."""

import alternator
from alternator import _engine


def now():
    stance = _engine.set_stance("default", False)
    _engine.set_stance(*stance)
    return stance


def case(t):
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


# expect captured
# nothing
