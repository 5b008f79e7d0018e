"""That a class is no subclass of an abstract one is asked again when some class is registered, and compiled again if it is one now."""

import abc
import collections.abc
import gc
import weakref

import torch

from scenarios import check, outcome

x = torch.ones(2)


class Other(abc.ABC):
    """Nobody asks about this one."""


def register_elsewhere():
    Other.register(type("Some", (), {}))


def elsewhere(compile):
    class Given:
        pass

    run = compile(lambda x, given: x + 1 if isinstance(given, collections.abc.Mapping) else x - 1)
    seen = []
    for _ in range(4):
        seen.append(run(x, Given()))
        register_elsewhere()
    return seen


def itself(compile):
    class Abstract(abc.ABC):
        pass

    class Given:
        pass

    run = compile(lambda x, given: x + 1 if isinstance(given, Abstract) else x - 1)
    seen = [run(x, Given())]
    register_elsewhere()
    seen.append(run(x, Given()))
    Abstract.register(Given)
    return [*seen, run(x, Given()), run(x, Given())]


def below(compile):
    class Abstract(abc.ABC):
        pass

    class Given:
        pass

    class Derived(Given):
        pass

    run = compile(lambda x, given: x + 1 if issubclass(type(given), Abstract) else x - 1)
    seen = [run(x, Derived())]

    class Between(Abstract):
        pass

    seen.append(run(x, Derived()))
    Between.register(Given)
    return [*seen, run(x, Derived())]


def hooks(compile):
    class Sized(abc.ABC):
        @classmethod
        def __subclasshook__(cls, other):
            return True if hasattr(other, "size") else NotImplemented

    class Given:
        pass

    run = compile(lambda x, given: x + 1 if isinstance(given, Sized) else x - 1)
    seen = [run(x, Given())]
    Given.size = 3
    # CPython remembers what it said until a class is registered.
    seen.append(run(x, Given()))
    register_elsewhere()
    return [*seen, run(x, Given())]


def raising_hooks(compile):
    class Abstract(abc.ABC):
        fails = False

        @classmethod
        def __subclasshook__(cls, other):
            if cls.fails:
                raise ValueError("asked again")
            return NotImplemented

    class Given:
        pass

    run = compile(lambda x, given: x + 1 if isinstance(given, Abstract) else x - 1)
    seen = [outcome(run, x, Given())]
    Abstract.fails = True
    register_elsewhere()
    return [*seen, outcome(run, x, Given())]


def hooks_that_call_what_is_compiled(compile):
    class Abstract(abc.ABC):
        @classmethod
        def __subclasshook__(cls, other):
            asked.append(other.__name__)
            if len(asked) == 2:
                asked.append(run(x, 3))
            return NotImplemented

    class Given:
        pass

    asked = []
    run = compile(lambda x, given: x + 1 if isinstance(given, Abstract) else x - 1)
    seen = [run(x, Given())]
    register_elsewhere()
    return [*seen, run(x, Given())]


def gone(compile):
    class Abstract(abc.ABC):
        pass

    run = compile(lambda x, given: x + 1 if isinstance(given, Abstract) else x - 1)
    given = type("Given", (), {})
    seen, alive = [run(x, given())], weakref.ref(given)
    del given
    gc.collect()
    return [*seen, alive() is None, run(x, 3)]


def case(t):
    check(t, elsewhere)
    assert len(t.graphs) == 1, "compiled again for a class that nobody asked about"
    check(t, itself, below, hooks, raising_hooks, hooks_that_call_what_is_compiled, gone)
