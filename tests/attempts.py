"""What the cases under tests/data/python share."""

import alternator

ATTEMPT = """
def call(function, arguments):
    try:
        return "gives", function(*arguments)
    except Exception as error:
        return type(error).__name__, str(error), repr(error.__cause__), repr(error.__context__)
"""


@alternator.disable(recursive=False)
def attempt(function, *arguments):
    """What a call gives or raises. Code of its own has each of them compiled afresh, whatever the others came to."""
    namespace = {}
    exec(ATTEMPT, namespace)
    return namespace["call"](function, arguments)


@alternator.disable(recursive=False)
def each(function, values):
    return [attempt(function, value) for value in values]
