"""`__classcell__`, and cells that are set, emptied or made by hand."""

import types

import torch

from attempts import attempt


def made(metaclass, **names):
    class Made(metaclass=metaclass):
        def own(self):
            return __class__

    return Made


class Plain(type):
    def __new__(metaclass, name, bases, namespace):
        return super().__new__(metaclass, name, bases, namespace)


class Drops(type):
    def __new__(metaclass, name, bases, namespace):
        namespace.pop("__classcell__", None)
        return super().__new__(metaclass, name, bases, namespace)


class GivesNone(type):
    def __new__(metaclass, name, bases, namespace):
        namespace["__classcell__"] = None
        return super().__new__(metaclass, name, bases, namespace)


class GivesOther(type):
    def __new__(metaclass, name, bases, namespace):
        namespace["__classcell__"] = types.CellType()
        return super().__new__(metaclass, name, bases, namespace)


class GivesNumber(type):
    def __new__(metaclass, name, bases, namespace):
        namespace["__classcell__"] = 7
        return super().__new__(metaclass, name, bases, namespace)


class MakesTwo(type):
    def __new__(metaclass, name, bases, namespace):
        kept = super().__new__(metaclass, name, bases, dict(namespace))
        again = super().__new__(metaclass, name + "2", bases, dict(namespace))
        return kept if len(bases) else again


class MakesFirst(type):
    def __new__(metaclass, name, bases, namespace):
        kept = super().__new__(metaclass, name, bases, dict(namespace))
        super().__new__(metaclass, name + "2", bases, dict(namespace))
        return kept


class GivesText(type):
    def __new__(metaclass, name, bases, namespace):
        return "text"


class Copies(type):
    def __new__(metaclass, name, bases, namespace):
        return super().__new__(metaclass, name, bases, dict(namespace))


def with_metaclass(metaclass):
    result = made(metaclass)
    if not isinstance(result, type):
        return result
    return result.__name__, result().own().__name__, "__classcell__" in vars(result)


def class_before_it_is_made(metaclass):
    class Early(metaclass=metaclass):
        def own():
            return __class__

        try:
            found = own()
        except NameError as error:
            found = type(error).__name__, str(error)

    return Early.found if isinstance(Early, type) else Early


def during_init_subclass(_):
    class Base:
        def __init_subclass__(cls):
            cls.seen = cls.own(None).__name__

    class Derived(Base):
        def own(self):
            return __class__

    return Derived.seen


def during_set_name(_):
    class Names:
        def __set_name__(self, owner, name):
            self.seen = owner.own(None).__name__

    class Derived:
        names = Names()

        def own(self):
            return __class__

    return Derived.names.seen


def set_by_hand(value):
    def own():
        return free

    free = 1
    before = own()
    own.__closure__[0].cell_contents = value
    torch._dynamo.graph_break()
    return before, own(), free, own.__closure__[0].cell_contents


def emptied_by_hand(value):
    def own():
        return free

    free = value
    torch._dynamo.graph_break()
    del own.__closure__[0].cell_contents
    torch._dynamo.graph_break()
    try:
        own()
    except NameError as error:
        text = str(error)
    try:
        return text, free
    except UnboundLocalError as error:
        return text, type(error).__name__, str(error)


def made_by_hand(value):
    cell, empty = types.CellType(value), types.CellType()
    function = types.FunctionType(set_by_hand.__code__, globals())
    before = cell.cell_contents
    empty.cell_contents = 3
    torch._dynamo.graph_break()
    cell.cell_contents += empty.cell_contents
    del empty.cell_contents
    torch._dynamo.graph_break()
    try:
        empty.cell_contents
    except ValueError as error:
        return before, cell.cell_contents, str(error), cell == types.CellType(value + 3), empty < cell, function.__name__


def counter():
    count = 0

    def up():
        nonlocal count
        count += 1
        return count

    return up


COUNTS = counter()


def of_another(value):
    found = [COUNTS()]
    COUNTS.__closure__[0].cell_contents = value
    found.append(COUNTS())
    torch._dynamo.graph_break()
    found.append(COUNTS())
    del COUNTS.__closure__[0].cell_contents
    try:
        COUNTS()
    except NameError as error:
        found.append((type(error).__name__, str(error)))
    COUNTS.__closure__[0].cell_contents = 0
    return found


def reads(_):
    return COUNTS.__closure__[0].cell_contents, COUNTS()


def program():
    metaclasses = [Plain, Drops, GivesNone, GivesOther, GivesNumber, MakesTwo, MakesFirst, GivesText, Copies]
    found = [(function.__name__, metaclass.__name__, attempt(function, metaclass)) for function in (with_metaclass, class_before_it_is_made) for metaclass in metaclasses]
    functions = [during_init_subclass, during_set_name, set_by_hand, emptied_by_hand, made_by_hand, of_another]
    found += [(function.__name__, attempt(function, 5)) for function in functions]
    # The cell is changed between calls.
    for number in (1, 2, None):
        if number is None:
            del COUNTS.__closure__[0].cell_contents
        else:
            COUNTS.__closure__[0].cell_contents = number
        try:
            found.append(reads(0))
        except (ValueError, NameError) as error:
            found.append(str(error))
    COUNTS.__closure__[0].cell_contents = 0
    return found


# expect captured
# in pieces
