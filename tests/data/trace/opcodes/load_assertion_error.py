"""LOAD_ASSERTION_ERROR: an assertion that fails, caught."""

import torch


def fn(x, n):
    try:
        assert n < 3, "too large"
    except AssertionError as error:
        return x - 1, str(error)
    return x + n, "fits"


calls = [(torch.ones(2), 2), (torch.ones(2), 3)]
