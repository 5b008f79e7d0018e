"""The dict of `builtins` gets its contents anew, which needs some of them (CPython's test_iter)."""

import builtins

import torch


def fn(x):
    names = builtins.__dict__
    kept = names["reversed"]
    del names["reversed"]
    names["reversed"] = kept
    return x + 1, list(names)[-1]


def calls():
    yield (torch.ones(2),)
