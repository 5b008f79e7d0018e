"""Where the elements of a tensor begin is asked of the tensor itself: metadata does not say it."""

import torch


def asked(x):
    return x.storage_offset(), x[1:].storage_offset(), (x + 1)[1].storage_offset(), x * 2


def case(t):
    base = torch.arange(20.0)
    for dynamic in False, True:
        compiled = t.compile(asked, dynamic=dynamic)
        for x in base[:6].view(2, 3), base[4:10].view(2, 3), base[5:17].view(4, 3):
            t.equal(compiled(x), asked(x))
