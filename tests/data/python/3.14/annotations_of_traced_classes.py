"""Annotations of a class that a function makes are evaluated where they are asked for, with what is defined then."""


def plain():
    class Point:
        x: int
        y: "str" = 3

    return Point.__annotations__


def undefined():
    class Point:
        x: missing

    try:
        return Point.__annotations__
    except NameError as error:
        return str(error)


def defined_later():
    class Point:
        x: later

    later = int
    return Point.__annotations__, Point.__annotate__(1)


def program():
    return plain(), undefined(), defined_later()


# expect captured
# nothing
