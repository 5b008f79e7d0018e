"""The methods of list and tuple."""


def program():
    a = [1, 2, 3]
    a.append(4)
    a.extend([5, 6])
    a.insert(0, 9)
    popped = a.pop(), a.pop(0)
    a[1] = 7
    del a[0]
    a.reverse()
    b = a[:2]
    b += [3]
    a[1:2] = [8, 8]
    c = (1, 2, 3)
    numbers = [3, 1, 2]
    in_order = sorted(numbers), sorted(["bb", "a", "ccc"], key=len, reverse=True)
    numbers.sort(reverse=True)
    errors = []
    for index in (10, -10):
        try:
            a[index]
        except IndexError as error:
            errors.append(str(error))
    try:
        [].pop()
    except IndexError as error:
        errors.append(str(error))
    try:
        a.remove(99)
    except ValueError as error:
        errors.append(str(error))
    return (
        a, b, popped, len(a), 3 in a, a.index(8), a.count(8), a + b, a * 2, in_order, numbers, errors,
        c + (4,), c[::-1], c * 2, 2 in c, c.index(2), c == (1, 2, 3), c < (1, 3), hash(c) == hash((1, 2, 3)),
        min(a), max(1, 5, 2), max(["a", "bbb"], key=len), min([], default=4), sum(a), sum([[1], [2]], []),
        list(reversed([1, 2])), [1] == 1, 1 == (1,), {} == 0, [1, 2] == [1, 2], [1, 2] != [1], repr([1, (2,)]),
    )


# expect captured
# whole
