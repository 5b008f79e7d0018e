"""Generators: state, send, throw, close, delegation, and what they return."""


def counter(n):
    try:
        for i in range(n):
            got = yield i
            if got:
                yield ("got", got)
    except ValueError as error:
        yield ("caught", str(error))
    finally:
        print("closed", n)
    return n * 2


def delegate(n):
    result = yield from counter(n)
    yield ("result", result)


def program():
    out = list(delegate(3))
    g = counter(5)
    out += [next(g), g.send("hello"), next(g), g.throw(ValueError("thrown"))]
    out.append(list(g))
    h = counter(2)
    next(h)
    h.close()
    lazily = (x * y for x in range(3) for y in range(2) if x != y)
    out += [next(lazily), sum(lazily), list(lazily)]
    try:
        next(iter(()))
    except StopIteration as stop:
        out.append(stop.value)
    return out


# expect captured
# in pieces
