"""Scenarios, for cases: programs that compile functions, call them, and change in between what these have read.

A scenario is a function that is given `compile` and gives what it saw. It is run once with functions as they are
written and once with compiled ones, and must see the same. Everything that it changes it makes itself.
"""

import alternator


def check(t, *scenarios):
    for scenario in scenarios:
        # What an earlier one compiled of the same code would serve this one.
        alternator.reset()
        expected = scenario(lambda function: function)
        graphs = len(t.graphs)
        found = scenario(t.compile)
        try:
            t.equal(found, expected)
        except Exception as error:
            raise AssertionError(f"{scenario.__name__}: {error}") from error
        assert len(t.graphs) > graphs, f"{scenario.__name__} compiles nothing"


def outcome(function, *arguments):
    """What a call gives, or the exception that it raises, in words."""
    try:
        return function(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
