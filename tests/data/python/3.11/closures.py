"""Cells: nonlocal, late binding, shared state, default arguments that bind early."""


def program():
    total = 0
    log = []

    def add(n):
        nonlocal total
        total += n
        return total

    late = [lambda: i for i in range(3)]
    early = [lambda i=i: i for i in range(3)]

    def outer():
        x = "outer"

        def middle():
            nonlocal x
            x += "+middle"

            def inner():
                return x + "+inner"

            return inner

        return middle()

    def accumulate(value, into=[]):
        into.append(value)
        return list(into)

    for n in (1, 2, 3):
        log.append(add(n))
    return log, total, [f() for f in late], [f() for f in early], outer()(), accumulate(1), accumulate(2)


# expect captured
# whole
