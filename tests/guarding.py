"""What the cases under tests/data/guards share."""

from alternator import _engine


def check(rule, seen, same=(), other=(), text=None, key=None):
    """A guard of `rule` made of `seen` holds for it and for `same`, and says why it fails for `other`.

    `seen` is an object, or a function that makes one: an object that changes is given by a function
    from None to (object, change), where `change()` must make the guard fail.
    """
    probe = guard(rule, seen, key)
    assert probe.check({"x": seen}), probe.failure({"x": seen})
    if text is not None:
        found = probe.text().strip()
        assert text in found, f"{found!r} has no {text!r}"
    for it in same:
        assert probe.check({"x": it}), (rule, it, probe.failure({"x": it}))
    for it in other:
        assert not probe.check({"x": it}), (rule, "holds of", it)
        assert probe.failure({"x": it}), rule
    assert probe.check({"x": seen}), "a failure must leave no trace"


def guard(rule, seen, key=None, path=()):
    return _engine.GuardProbe({"x": seen}, [(("x", *path), rule, key)])


def changes(rule, seen, change, key=None, path=(), says=None):
    """A guard on `seen` holds until `change()` has been called."""
    probe = guard(rule, seen, key, path)
    for _ in range(2):
        assert probe.check({"x": seen}), probe.failure({"x": seen})
    change()
    why = probe.failure({"x": seen})
    assert why, f"{rule} holds after the change"
    if says is not None:
        assert says in why, why
