"""`h.data = value.conj()`: the operator for it resolves lazy conjugation, so the memory was a copy and the bit was lost."""

import torch


def fn(h, value, conjugates):
    h.data = value.conj() if conjugates else value
    h.mul_(2j)
    return h.is_conj(), h.is_neg(), h.tolist(), value.tolist()


def calls():
    for conjugates in (True, False):
        yield torch.ones(3, dtype=torch.complex64), torch.full((3,), 1 + 2j), conjugates
    yield torch.ones(3, dtype=torch.complex64).conj(), torch.full((3,), 1 + 2j), False
    yield torch.ones(3), torch.full((3,), 1 + 2j).conj().imag, False
