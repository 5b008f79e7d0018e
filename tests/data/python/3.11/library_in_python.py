"""What the standard library has in C and in Python: heaps, bisection, regular expressions, bytes, coroutines by hand."""

import bisect
import heapq
import operator
import re
import string
import struct
import zlib
from collections import Counter


async def increment(a):
    return a + 1


def driven(coroutine):
    try:
        coroutine.send(None)
    except StopIteration as end:
        return end.value


def program():
    heap = [5, 1, 4, 2]
    heapq.heapify(heap)
    heapq.heappush(heap, 0)
    popped = heapq.heappop(heap), heapq.heappushpop(heap, 3), heapq.heapreplace(heap, 9)
    ordered = [1, 3, 3, 5]
    bisect.insort(ordered, 4)
    bisect.insort_left(ordered, 3)
    waiting = increment(1)
    waiting.close()
    thrown = increment(1)
    try:
        thrown.throw(KeyError("a"))
    except KeyError as error:
        caught = error.args
    return (
        heap, popped, heapq.nlargest(2, [1, 3, 2]), heapq.nsmallest(2, [1, 3, 2], key=lambda a: -a), list(heapq.merge([1, 4], [2])),
        ordered, bisect.bisect(ordered, 3), bisect.bisect_left(ordered, 3), bisect.bisect_left(ordered, -3, key=lambda a: -a),
        Counter("abcab").most_common(2), re.sub("a+", lambda m: f"<{len(m[0])}>", "caata"), re.sub("x*", "-", "ab"),
        re.compile("b").sub(lambda m: "", "abcb", 1), [m.span() for m in re.finditer("a", "banana")], re.sub("", lambda m: "-", "ab"),
        string.Template("$a ${b}").substitute(a=1, b="c"), int.from_bytes(b"\xff\x01", "big"), int.from_bytes(b"\xff", "big", signed=True),
        bytes.fromhex("00ff"), float.fromhex("0x1p1"), "abc".translate(str.maketrans("a", "b")), struct.unpack("<i", struct.pack("<i", 5)),
        zlib.crc32(b"a"), driven(increment(3)), caught, operator.call(max, 1, 2, key=lambda a: -a), type(object()).__name__,
    )


# expect captured
# in pieces
