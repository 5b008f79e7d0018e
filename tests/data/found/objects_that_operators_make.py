"""What an operator makes that is neither a tensor nor a constant is not taken from the fakes that were asked about it:
a capsule of a fake's memory was used by all calls, and ended the process. Found by hand."""

import torch
from torch.utils.dlpack import from_dlpack, to_dlpack


def through_a_capsule(x):
    return from_dlpack(to_dlpack(x + 1)) * 2


def case(t):
    compiled = t.compile(through_a_capsule)
    for number in range(3):
        assert compiled(torch.full((2,), float(number))).tolist() == [2 * number + 2] * 2
    # One call of it must not use up another's.
    capsules = [t.compile(lambda x: to_dlpack(x * 2))(torch.ones(2)) for _ in range(2)]
    assert [from_dlpack(capsule).tolist() for capsule in capsules] == [[2, 2], [2, 2]]
