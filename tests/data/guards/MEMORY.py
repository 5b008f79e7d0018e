"""Tensors, some of them written into, that share memory as they did."""

import torch

from alternator import _engine


def case(t):
    memory = torch.zeros(12)
    one = {"a": memory[0:4], "b": memory[2:6], "c": memory[6:9], "d": torch.zeros(2)}
    tensors = [((name,), "TENSOR_MATCH", None) for name in one]
    probe = _engine.GuardProbe(one, tensors, memory=[((name,), name == "a") for name in one])
    assert "check_overlapping(overlapping=[L['a'], L['b']], non_overlapping=[L['c'], L['d']])" in probe.text()
    other = torch.zeros(12)
    for _ in range(2):
        assert probe.check(one)
        assert probe.check({**one, "a": other[0:4], "b": other[2:6], "c": other[6:9]})
        # Nobody writes into these two.
        assert probe.check({**one, "d": memory[7:9]})
        moved = "a and b no longer overlap in memory as they did, and one is written into"
        assert probe.failure({**one, "a": memory[1:5]}) == moved
        assert probe.failure({**one, "b": torch.zeros(4)}) == moved
        assert probe.failure({**one, "a": memory.detach()[0:4]}) == moved
        met = "a and c overlap in memory: expected them apart, because one is written into"
        assert probe.failure({**one, "c": memory[3:6]}) == met

    many = {f"x{i}": torch.zeros(4) for i in range(9)}
    tensors = [((name,), "TENSOR_MATCH", None) for name in many]
    probe = _engine.GuardProbe(many, tensors, memory=[((name,), True) for name in many])
    assert probe.check(many) and not probe.check({**many, "x3": many["x5"][:]})
    assert probe.check(many) and probe.check({**many, "x3": memory[0:4], "x4": memory[4:8]})
