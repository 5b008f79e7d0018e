"""Random numbers: what their rules ask before a generator is called."""

from __future__ import annotations


def checked_seed(seed):
    """The seed itself, if a generator surely takes it: the call is made before anything else happens."""
    if type(seed) not in (type(None), bool, int, float, str, bytes):
        raise TypeError("The only supported seed types are: None,\nint, float, str, bytes, and bytearray.")
    return seed
