"""A bytearray from outside is read by its contents; one that the trace makes is changed and given out."""

import torch

held = bytearray(b"held")


def read(x, data):
    total = 0
    for byte in data:
        total += byte
    return x * len(data) + total + data[0], data[1:], bytes(data), data.decode(), data == b"abc", b"abc" == data, data


def made(x, data):
    copy = bytearray(data)
    copy += b"more"
    copy.append(33)
    copy[0] = 65
    copy[1:2] = b"zz"
    del copy[-2]
    half = iter(copy)
    next(half)
    return x + len(copy), copy, copy.pop(), data, list(half), copy * 2, data + copy, copy is data


def left(x, data):
    half = iter(bytearray(data))
    return x + next(half), half


def told(x, data):
    return (x + 1 if data else x - 1), bool(held), held.hex(), held


def changed(x, data):
    y = x + 1
    data.append(1)
    return y * 2, data, data is held


def case(t):
    first, second = bytearray(b"abc"), bytearray(b"wxyz")
    for fn in (read, made, told):
        compiled = t.compile(fn, fullgraph=True)
        for data in (first, first, second, first):
            found = compiled(torch.ones(2), data)
            t.equal(found, fn(torch.ones(2), data))
            first[1] ^= 1
    found = t.compile(read, fullgraph=True)(torch.ones(2), first)
    assert found[-1] is first
    t.equal([list(part) if hasattr(part, "__next__") else part for part in t.compile(left)(torch.ones(2), first)], [first[0] + torch.ones(2), list(first)[1:]])
    mine, theirs = bytearray(b"a"), bytearray(b"a")
    t.equal(t.compile(changed)(torch.ones(2), mine), changed(torch.ones(2), theirs))
    t.equal(mine, theirs)
    compiled = t.compile(told, fullgraph=True)
    compiled(torch.ones(2), first)
    held[:] = b"other"
    t.equal(compiled(torch.ones(2), bytearray()), told(torch.ones(2), bytearray()))
    held[:] = b"held"


# expect breaks
# packed.py: a bytearray from outside is changed, whose memory others may see
