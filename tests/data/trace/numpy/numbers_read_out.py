"""Numbers of an array: `tolist`, `item` with indices; and its memory seen as another type."""

import numpy as np
import torch

config = {"capture_scalar_outputs": True}
options = {"fullgraph": True}


def listed(x):
    return x + 1, np.arange(4).tolist(), np.array([[1, 2], [3, 4]]).tolist(), x.to(torch.int64).numpy().tolist()


def numbers(x):
    array = x.numpy().reshape(2, 2)
    return x * 2, array.item(2), array.item(-1), array.item(1, 0), array.item((0, -1)), np.arange(3).item(1)


def converted(x):
    array = x.numpy()
    return x - 1, int(array.max()), float(array[1]), int(np.arange(6).reshape(2, 3).sum()), float(np.float32(0.5))


def viewed(x):
    array = x.numpy()
    bits = array.view(np.int32)
    bits[0] = 0
    return bits, array.view("int32"), array.view(dtype=np.dtype(np.uint8)), array.view(), array.view(np.int64).shape, x


def refused(x):
    found = []
    for attempt in (lambda: x.numpy().item(9), lambda: x.numpy().item(0, 0), lambda: x.numpy()[:3].view(np.float64), lambda: x.numpy()[::2].view(np.int16)):
        try:
            found.append(attempt())
        except Exception as error:
            found.append((type(error), str(error)))
    return x + 1, found


def case(t):
    with t.config.patch(**config):
        for fn in (listed, numbers, converted, viewed, refused):
            compiled = t.compile(fn, fullgraph=fn is not refused)
            for start in (1.0, 5.0):
                mine, theirs = torch.arange(4.0) + start, torch.arange(4.0) + start
                t.equal(compiled(mine), fn(theirs))
                t.equal(mine, theirs)


# expect breaks
# line 35: a graph break in a loop, whose calls are captured on their own: an item outside of an array
# arrays.py: an item outside of an array
# line 33: the traced program raises a ValueError object: incorrect number of indices for array
# arrays.py: a view of an array's memory that has no whole elements
# arrays.py: a view of an array's memory with elements of another size
