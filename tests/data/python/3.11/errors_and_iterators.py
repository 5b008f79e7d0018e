"""Contexts of errors that builtins raise, their texts, and iterators that stand where a search left them."""


def counting():
    yield 1
    return 5


def end_of_generator():
    generator = counting()
    next(generator)
    try:
        next(generator)
    except StopIteration as error:
        return error.value


def context():
    try:
        try:
            {}["a"]
        finally:
            (1).absent
    except AttributeError as error:
        return type(error.__context__).__name__, error.__cause__


def membership():
    numbers = (number for number in range(4))
    return 1 in numbers, list(numbers)


def positional_only(a, /, b):
    return a, b


def program():
    calls = [
        lambda: positional_only(a=1, b=2),
        lambda: range(1, 2, 0),
        lambda: [1].index(5),
        lambda: [1]["a"],
        lambda: (1,)["a"],
        lambda: reversed(3),
        lambda: 1 in 3,
    ]
    texts = []
    for call in calls:
        try:
            call()
        except Exception as error:
            texts.append((type(error).__name__, str(error)))
    return end_of_generator(), context(), membership(), texts


# expect captured
# whole
