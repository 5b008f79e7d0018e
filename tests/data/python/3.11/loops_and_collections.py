"""Loops, comprehensions, unpacking and the containers they fill."""


def program():
    squares = [n * n for n in range(10) if n % 3]
    by_parity = {True: [], False: []}
    for n in squares:
        by_parity[n % 2 == 0].append(n)
    first, *middle, last = squares
    total = 0
    while middle:
        total += middle.pop()
        if total > 60:
            break
    else:
        total = -1
    pairs = {name: (index, name.upper()) for index, name in enumerate(sorted({"b", "a", "c"}))}
    print(first, last, total)
    return squares, by_parity, pairs, list(zip(squares, "abc")), sum(x for x in squares)


# expect captured
# in pieces
