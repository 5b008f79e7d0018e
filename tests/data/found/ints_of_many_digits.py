"""From 3.12 on Python code writes an int of many digits: to say why a guard failed must not run it compiled (CPython's test_int)."""

import sys

import torch

sys.set_int_max_str_digits(0)


def fn(x, number):
    return x + number.bit_length(), len(str(number)), (number, -number) > (0,)


def calls():
    for power in (20_000, 20_001, 20_002):
        yield torch.ones(2), 10**power
