"""A match shows what its bytearray becomes, which cannot grow meanwhile; an array takes the bytes of one (CPython's test_re, test_array)."""

import re
from array import array

import torch


def fn(x, digit):
    y = x + 1
    text = bytearray(b"abcdefgh")
    found = [re.search(b"[a-h]+", text), re.compile(b"[e-h]+").search(text), re.match(b"a", text)]
    text[:] = b"xyzwxyzw"
    numbers = array("i", bytearray([digit, 0, 0, 0, 2, 0, 0, 0])).tolist()
    return y * 2, [match.group() for match in found], numbers, re.findall(b"[a-z]", text), re.sub("a", "b", f"aa{digit}")


def calls():
    for digit in (1, 2):
        yield torch.ones(2), digit
