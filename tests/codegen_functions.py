"""Small functions that are cut at each of their instructions: `CASES` gives each its arguments."""

import contextlib

log = []
GLOBAL = 10


def straight(a, b=2, *rest, c=3, **keywords):
    x = a + b
    y = [x, *rest, c]
    z = {"k": y, **keywords}
    return x, y, z, f"{a!r:>5}{b}"


def branches(n):
    if n > 3 and n != 5:
        result = "big"
    elif n == 0 or n is None:
        result = "none"
    else:
        result = "small" if n > 1 else "one"
    return result


def loop(n):
    total = 0
    for i in range(n):
        if i == 3:
            continue
        if i == 7:
            break
        total += i
    else:
        total = -total
    return total


def while_loop(n):
    items = []
    while n:
        n -= 1
        if n % 2:
            items.append(n)
    return items


def nested_loops(n):
    found = []
    for i in range(n):
        for j, k in enumerate("ab"):
            found.append((i, j, k))
    return found


def many_calls(x):
    s = "a,b".split(",")
    t = sorted([3, 1, x], key=lambda v: -v, reverse=True)
    return max(len(s), *t), "-".join(map(str, t)), dict(a=1, **{"b": x})


def method_calls(x):
    return x.upper().lower().replace("a", "b", 1).center(10, "*")


def try_except(x):
    try:
        y = 10 / x
        z = {}[y] if x == 2 else y
    except ZeroDivisionError as error:
        return "zero", str(error)
    except KeyError:
        z = "key"
    else:
        z = z + 1
    return z


def try_finally(x):
    log.append("in")
    try:
        if x == 1:
            return int("x")
        if x == 2:
            return "early"
        y = x
    finally:
        log.append("finally")
    return y


def nested_try(x):
    seen = []
    try:
        try:
            seen.append(1)
            if x:
                raise ValueError(x)
            seen.append(2)
        except ValueError:
            seen.append(3)
            raise KeyError(x) from None
        finally:
            seen.append(4)
    except KeyError as e:
        seen.append(e.args)
    return seen


@contextlib.contextmanager
def manager(name, swallow=False):
    log.append(("enter", name))
    try:
        yield name
    except ValueError:
        log.append(("caught", name))
        if not swallow:
            raise
    finally:
        log.append(("exit", name))


def with_blocks(x):
    with manager("a", swallow=True) as a, manager("b") as b:
        c = a + b
        if x == 1:
            raise ValueError(x)
        if x == 2:
            return c
        c = c * x
        return c, int(x)
    return "swallowed", a


def loop_in_try(xs):
    out = []
    for x in xs:
        try:
            out.append(1 / x)
        except ZeroDivisionError:
            out.append(None)
            continue
        finally:
            out.append("f")
    return out


def raises(x):
    y = x + 1
    raise RuntimeError(y, x)


def unbound(x):
    if x:
        value = 1
    return value


def deleted(x):
    y = x
    del x
    try:
        return x
    except NameError as e:
        return y, type(e).__name__


def closure(a):
    b = a + 1

    def inner(c):
        nonlocal b
        b += c
        return a, b

    first = inner(1)
    a = 5
    return first, inner(2), b


def closure_loop(n):
    functions = []
    for i in range(n):
        j = i * 2

        def f(k=i):
            return i, j, k

        functions.append(f)
    return [f() for f in functions]


def make_counter(start):
    count = start

    def counter(step):
        nonlocal count
        before = count
        count = before + step
        return before, count, start

    return counter


counter = make_counter(3)


def comprehensions(n, m):
    squares = [i * i + m for i in range(n) if i % 2]
    table = {k: [k * v for v in squares] for k in range(2)}
    unique = {x % 3 for x in squares}
    return squares, table, unique, sum(i for i in range(n)), [*squares, *unique]


def unpacking(pair):
    a, b = pair
    (c, *d), e = [a, b, 3], 4
    a, b = b, a
    a, b, c = c, a, b
    return a, b, c, d, e


def star_args(*args, **kwargs):
    return max(*args), dict(**kwargs, extra=len(args)), (lambda *a, **k: (a, k))(*args, **kwargs)


def slices(xs):
    ys = xs[1:3] + xs[::2]
    ys[0:1] = [9, 9]
    ys[-1] += 1
    del ys[1]
    return ys, xs[:-1], xs[::-1]


class Base:
    kind = "base"

    def __init__(self, x):
        self.x = x

    def value(self, y):
        return self.x + y, type(self).__name__


class Derived(Base):
    def __init__(self, x):
        super().__init__(x)
        self.z = x * 2

    def value(self, y):
        one = super().value(y)
        self.x += 1
        other = super().value(y)
        return one, other, __class__.kind

    def captured(self, y):

        def f():
            return self.x + y

        return super().value(y), f()


def objects(x):
    d = Derived(x)
    d.w = d.z + 1
    before = d.value(1), d.w, d.captured(3)
    del d.w
    return before, hasattr(d, "w"), d.x


def method_case(x):
    return Derived.value(Derived(x), 4)


def chained(a, b, c):
    return a < b < c, a < b and b < c or a, not a, a if a else b, (a is b) is not (a in [b, c])


def globals_case(x):
    global GLOBAL
    GLOBAL = GLOBAL + x
    y = GLOBAL
    GLOBAL = 10
    return y


def imports(x):
    import math
    from os import path as p, sep
    return math.floor(x + 0.5), p.join("a", "b"), sep


def asserts(x):
    assert x > 1, f"small {x}"
    return x


def inner_class(x):
    class Local:
        y = x

        def get(self):
            return self.y + x

    return Local().get()


def walrus(xs):
    if (n := len(xs)) > 2 and (first := xs[0]):
        return n, first
    return n


def match_case(x):
    match x:
        case [a, b]:
            return "pair", a, b
        case {"k": v}:
            return "map", v
        case str() as s:
            return "text", s
        case _:
            return "other"


def annotated(x: int) -> str:
    y: int = x

    def g(a: int, *, b: str = "b") -> None:
        return a, b, g.__annotations__

    return g(y, b="c")


def deep(x):
    return [[x, (x, {x: [x + 1, (x + 2) * (x - 1)]})], f"{x}{x!s}", x]


CASES = {
    straight: [((1,), {}), ((1, 2, 3, 4), {"c": 5, "d": 6})],
    branches: [((0,), {}), ((1,), {}), ((2,), {}), ((4,), {}), ((5,), {}), ((None,), {})],
    loop: [((0,), {}), ((5,), {}), ((12,), {})],
    while_loop: [((0,), {}), ((7,), {})],
    nested_loops: [((3,), {})],
    many_calls: [((2,), {})],
    method_calls: [(("banana",), {}), ((3,), {})],
    try_except: [((0,), {}), ((2,), {}), ((4,), {}), (("x",), {})],
    try_finally: [((1,), {}), ((2,), {}), ((3,), {})],
    nested_try: [((0,), {}), ((1,), {})],
    with_blocks: [((1,), {}), ((2,), {}), ((3,), {}), (("z",), {})],
    loop_in_try: [(([1, 0, 2],), {}), (([1, "x"],), {})],
    raises: [((1,), {}), ((None,), {})],
    unbound: [((1,), {}), ((0,), {})],
    deleted: [((1,), {})],
    closure: [((1,), {})],
    closure_loop: [((3,), {})],
    counter: [((4,), {}), (("x",), {})],
    comprehensions: [((5, 1), {})],
    unpacking: [(((1, 2),), {}), (((1,),), {})],
    star_args: [((1, 2, 3), {"a": 4}), ((1, 2), {"extra": 1})],
    slices: [(([1, 2, 3, 4],), {})],
    Derived.__init__: [((Base(1), 2), {})],
    Derived.value: [((Base(1), 2), {})],
    Derived.captured: [((Base(1), 2), {})],
    objects: [((3,), {})],
    method_case: [((3,), {})],
    chained: [((1, 2, 3), {}), ((0, 2, 1), {}), ((3, 2, 1), {})],
    globals_case: [((5,), {})],
    imports: [((2.6,), {})],
    asserts: [((1,), {}), ((2,), {})],
    inner_class: [((3,), {})],
    walrus: [(([1, 2, 3],), {}), (([],), {})],
    match_case: [(([1, 2],), {}), (({"k": 1},), {}), (("s",), {}), ((1,), {})],
    annotated: [((3,), {})],
    deep: [((3,), {})],
}
