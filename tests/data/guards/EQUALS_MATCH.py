"""Class and value of constants: what a program can tell apart, the guard tells apart."""

import torch

from guarding import check

NAN = float("nan")


def case(t):
    check("EQUALS_MATCH", 1, same=[1, int("1")], other=[True, 1.0, 2, "1", None], text="L['x'] == 1")
    check("EQUALS_MATCH", 10**30, same=[10**30], other=[10**30 + 1])
    check("EQUALS_MATCH", True, other=[1, False], text="L['x'] is True")
    check("EQUALS_MATCH", None, other=[0, False], text="L['x'] is None")
    check("EQUALS_MATCH", 0.0, same=[float("0")], other=[-0.0, 0, False])
    check("EQUALS_MATCH", NAN, same=[float("nan")], other=[1.0, -NAN])
    check("EQUALS_MATCH", complex(0, -0.0), same=[complex(0, -0.0)], other=[complex(0, 0.0), 0])
    check("EQUALS_MATCH", "Hello", same=["".join("Hello")], other=["Hi", b"Hello"], text="L['x'] == 'Hello'")
    check("EQUALS_MATCH", (1, (2, "a"), -0.0), same=[(1, (2, "a"), -0.0)],
          other=[(1, (2, "a"), 0.0), (True, (2, "a"), -0.0), (1, (2, "a")), [1, (2, "a"), -0.0]])
    check("EQUALS_MATCH", frozenset([0, 8]), same=[frozenset([0, 8])], other=[frozenset([8, 0]), frozenset([False, 8]), frozenset([0])])
    check("EQUALS_MATCH", slice(1, None), same=[slice(1, None)], other=[slice(True, None), slice(1, 2)])
    check("EQUALS_MATCH", range(3), same=[range(0, 3)], other=[range(4)])
    check("EQUALS_MATCH", range(0, 3, 2), same=[range(0, 3, 2)], other=[range(0, 4, 2)])
    check("EQUALS_MATCH", torch.float32, other=[torch.float64], text="L['x'] == torch.float32")
    check("EQUALS_MATCH", torch.device("cpu"), same=[torch.device("cpu")], other=[torch.device("meta"), "cpu"])
    check("EQUALS_MATCH", torch.Size([1, 2]), same=[torch.Size([1, 2])], other=[(1, 2), torch.Size([2, 1])])
    check("CONSTANT_MATCH", "a", same=["a"], other=["b"])
