"""The working folder is asked for again at every call."""

import gc
import os

import torch


def fn(x):
    return x + len(os.getcwd()) * gc.isenabled() + (os.cpu_count() is None)


def case(t):
    compiled = t.compile(fn)
    x = torch.zeros(2)
    before = os.getcwd()
    try:
        for folder in ("/", "/", "/usr"):
            os.chdir(folder)
            t.equal(compiled(x), fn(x))
    finally:
        os.chdir(before)
