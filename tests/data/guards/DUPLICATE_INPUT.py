"""Two sources that are one object, and graph inputs that are not."""

import torch

from alternator import _engine


def case(t):
    a, b = torch.ones(2), torch.ones(2)
    one = {"a": a, "b": a}
    probe = _engine.GuardProbe(one, [(("a",), "TENSOR_MATCH", None), (("b",), "TENSOR_MATCH", None)],
                               same=[(("a",), ("b",))])
    assert probe.check(one) and probe.check({"a": b, "b": b})
    assert probe.failure({"a": a, "b": b}) == "b is a no longer holds"

    names = [f"x{i}" for i in range(12)]
    tensors = {name: torch.ones(2) for name in names}
    probe = _engine.GuardProbe(tensors, [((name,), "TENSOR_MATCH", None) for name in names],
                               distinct=[(name,) for name in names])
    for _ in range(2):
        assert probe.check(tensors)
        assert not probe.check({**tensors, "x3": tensors["x7"]})
        assert "check_no_aliasing(x0, x1" in probe.failure({**tensors, "x3": tensors["x7"]})
        assert probe.check(tensors)
        assert probe.check(dict(zip(names, reversed(tensors.values()))))
        assert not probe.check(dict.fromkeys(names, a))
