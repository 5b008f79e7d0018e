"""Annotations that a function is given and what makes them: since 3.14 each ends the other."""

from attempts import attempt


def outside(x: int):
    pass


def told(function):
    return function.__annotations__, getattr(function, "__annotate__", None) is None


def written():
    def function(x: int):
        pass

    function.__annotations__ = {"y": 3}
    return told(function)


def emptied():
    def function(x: int):
        pass

    function.__annotations__ = None
    return told(function)


def no_dict():
    outside.__annotations__ = 3


def neither_callable_nor_none():
    def function():
        pass

    function.__annotate__ = 3
    return told(function)


def made_of_code():
    def function():
        pass

    function.__annotate__ = lambda format: {"x": format}
    first = told(function)
    function.__annotate__ = None
    second = told(function)
    function.__annotate__ = lambda format: {"y": format}
    return first, second, told(function)


def made_no_dict():
    def function():
        pass

    function.__annotate__ = lambda format: 3
    return told(function)


def changed():
    def function(x: int):
        pass

    annotations = function.__annotations__
    annotations["y"] = str
    return function.__annotations__ is annotations, told(function), function


def given_to_one_from_outside():
    outside.__annotate__ = lambda format: {"z": format}
    first = told(outside)
    outside.__annotations__ = {"q": 4}
    return first, told(outside)


def program():
    tries = written, emptied, no_dict, neither_callable_nor_none, made_of_code, made_no_dict, given_to_one_from_outside
    *seen, function = changed()
    return [attempt(function) for function in tries], seen, told(function)


# expect captured
# in pieces
