"""Versions of packages are compared in Python, which is traced like any other: also those that a program has from before."""

import torch
from torch._vendor.packaging import version as vendored

try:
    from packaging import version
except ImportError:
    version = vendored

NEEDED = version.parse("2.1.0")


def fn(x):
    if version.parse(torch.__version__) >= NEEDED and not NEEDED < version.Version("2.1rc1"):
        x = x + 1
    return x + NEEDED.minor, str(version.Version("1.2rc1")), version.Version("1.2").release, NEEDED != version.parse("2.1")


def own(x):
    return x * (2 if vendored.parse("1.10") > vendored.parse("1.9.post1") else 3)


def case(t):
    for function in fn, own:
        compiled = t.compile(function, fullgraph=True)
        for _ in range(3):
            t.equal(compiled(torch.ones(2)), function(torch.ones(2)))
