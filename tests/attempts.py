"""What the cases under tests/data/python share."""

import types

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
    if isinstance(function, types.FunctionType):
        # Where the function breaks, it is compiled by itself.
        copied = types.FunctionType(function.__code__.replace(), function.__globals__, function.__name__, function.__defaults__, function.__closure__)
        copied.__dict__.update(function.__dict__)
        copied.__kwdefaults__ = function.__kwdefaults__
        function = copied
    return namespace["call"](function, arguments)


@alternator.disable(recursive=False)
def each(function, values):
    return [attempt(function, value) for value in values]
