"""bytearray: its methods, operators and errors."""

from attempts import attempt, each


def made():
    return bytearray(), bytearray(3), bytearray(b"ab"), bytearray([1, 2]), bytearray(x for x in (3, 4)), bytearray("é", "utf-8"), bytearray("é", "ascii", "replace"), bytearray(bytearray(b"q")), bytearray.fromhex("0a 0B"), bytearray(range(3))


def changed():
    data = bytearray(b"hello")
    seen = [data[0], data[-1], data[1:3], data[::-1], len(data)]
    data.append(33)
    data.extend(b"abc")
    data.extend([1, 2])
    data.extend(bytearray(b"z"))
    data.extend(iter((7,)))
    data.insert(1, 9)
    seen += [data.pop(), data.pop(0), bytes(data)]
    data.remove(9)
    data.reverse()
    data[0] = 65
    data[1:3] = b"long one"
    data[::4] = bytes(len(data[::4]))
    del data[2]
    del data[-3:]
    copy = data.copy()
    data.clear()
    return seen, copy, data, copy is data, data == copy


def operators():
    data = bytearray(b"ab")
    same = data
    same += b"c"
    same *= 2
    return (
        data is same, data, data + b"x", b"x" + data, data * 2, 2 * data, data * -1, data == b"abcabc", b"abcabc" == data, data != b"",
        data < b"b", data >= bytearray(b"abc"), 97 in data, b"bc" in data, data in [b"abcabc"], data == "abcabc", data == [1], data != None,
        bool(data), bool(bytearray()), not data, list(data), tuple(data), sorted(data), sum(data), max(data), [*data], set(data),
    )  # fmt: skip


def methods():
    data = bytearray(b"a b,c")
    return (
        data.decode(), data.hex(), data.hex(":"), data.find(b"b"), data.rfind(b"z"), data.index(b","), data.count(b"a"), data.split(), data.split(b","),
        data.partition(b","), data.upper(), data.title(), data.replace(b"a", b"zz"), data.startswith(b"a"), data.endswith((b"c", bytearray(b"d"))),
        data.strip(b"ac"), data.center(9), data.zfill(8), data.isalpha(), data.join([b"1", bytearray(b"2")]), b"-".join([data, b"q"]), data.removeprefix(b"a"),
        data.translate(None, b"a"), data.splitlines(), repr(data), str(data), f"{data}", bytes(data), type(data), isinstance(data, bytes),
    )  # fmt: skip


def iterated():
    data = bytearray(b"abc")
    grown = []
    for byte in data:
        if len(data) < 6:
            data.append(byte + 1)
        grown.append(byte)
    half = iter(data)
    next(half)
    return grown, data, list(half), next(half, None), list(zip(data, range(2)))


def refused(attempted):
    data = bytearray(b"abc")
    return attempted(data)


REFUSED = [
    lambda data: data[9],
    lambda data: data["x"],
    lambda data: data[1.5],
    lambda data: data.__setitem__(9, 1),
    lambda data: data.__setitem__(0, 256),
    lambda data: data.__setitem__(0, "a"),
    lambda data: data.__delitem__(9),
    lambda data: data.append(300),
    lambda data: data.append("a"),
    lambda data: data.extend("abc"),
    lambda data: data.extend([1, 999]),
    lambda data: data.extend(5),
    lambda data: data.insert(0, -1),
    lambda data: data.remove(1),
    lambda data: data.pop(9),
    lambda data: bytearray().pop(),
    lambda data: data.index(b"z"),
    lambda data: data.decode("ascii") + 1,
    lambda data: data + "a",
    lambda data: "a" + data,
    lambda data: data * 1.5,
    lambda data: data * "a",
    lambda data: data.__mul__("a"),
    lambda data: data < 1,
    lambda data: "a" in data,
    lambda data: 999 in data,
    lambda data: hash(data),
    lambda data: {data: 1},
    lambda data: bytearray("a"),
    lambda data: bytearray([256]),
    lambda data: bytearray(["a"]),
    lambda data: bytearray(1.5),
    lambda data: bytearray(-1),
    lambda data: bytearray.fromhex("zz"),
    lambda data: data.nothing,
]


def program():
    return [attempt(made), attempt(changed), attempt(operators), attempt(methods), attempt(iterated)] + [attempt(refused, one) for one in REFUSED]


# expect captured
# in pieces
