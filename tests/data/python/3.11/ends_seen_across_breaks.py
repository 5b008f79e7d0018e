"""What is held over a graph break ends where CPython ends it: `finally` of generators, `__del__`, callbacks of references."""

import weakref

import torch

from attempts import attempt

log = []


def pause():
    torch._dynamo.graph_break()


def counting(name):
    try:
        yield 1
        yield 2
    finally:
        log.append(f"{name} closed")


class Ends:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        log.append(f"{self.name} ended")


class Plain:
    pass


class Held:
    __slots__ = ("it", "__weakref__")


def deleted():
    it = counting("deleted")
    next(it)
    pause()
    del it
    log.append("after")


def overwritten():
    it = counting("overwritten")
    next(it)
    pause()
    it = None
    log.append("after")
    return it


def unread():
    it = counting("unread")
    first = next(it)
    pause()
    log.append("after")
    return first


def begun_behind():
    it = counting("begun")
    pause()
    next(it)
    pause()
    it = log.append("after")


def in_list():
    its = [counting("first"), counting("second")]
    for it in its:
        next(it)
    pause()
    its.pop()
    log.append("still")
    del it
    log.append("popped")
    its.clear()
    log.append("cleared")


def in_nest():
    nest = {"a": [(counting("nested"),)]}
    next(nest["a"][0][0])
    pause()
    nest["a"] = 1
    log.append("after")
    pause()
    return nest


def in_attribute():
    held = Plain()
    held.it = counting("attribute")
    next(held.it)
    pause()
    held.it = 1
    log.append("after")
    del held
    log.append("end")


def in_slot():
    held = Held()
    held.it = counting("slot")
    next(held.it)
    pause()
    del held.it
    log.append("after")


def with_its_holder():
    held = Plain()
    held.it = counting("held")
    next(held.it)
    pause()
    held = 1
    log.append("after")
    return held


def captured():
    it = counting("captured")
    next(it)

    def inner():
        return it

    pause()
    it = 1
    log.append("after")
    return inner()


def in_loop():
    for number in counting("loop"):
        pause()
        log.append(number)
        break
    log.append("after")


def loop_to_its_end():
    for number in counting("all"):
        pause()
        log.append(number)
    log.append("after")


def in_handler():
    try:
        for number in counting("handler"):
            pause()
            raise ValueError(number)
    except ValueError as error:
        log.append("caught")
        pause()
        kept = str(error)
    log.append("after")
    return kept


def in_try():
    it = counting("try")
    next(it)
    try:
        pause()
        it = next(it)
        log.append("in")
    finally:
        log.append("finally")
    return it


def finalisers():
    one, two = Ends("one"), Ends("two")
    pause()
    one, two = two, one
    log.append("swapped")
    del one
    log.append("deleted")
    two = None
    log.append("after")


def on_the_stack():
    it = Ends("stacked")
    pause()
    return (it, pause(), del_and_log(locals()))[2:]


def del_and_log(variables):
    variables.clear()
    log.append("cleared")


def replaced_in_call():
    it = Ends("called")
    pause()
    it = id_of(it)
    log.append("after")
    return it


def id_of(value):
    log.append("asked")
    return value.name


def callbacks():
    plain = Plain()
    reference = weakref.ref(plain, lambda _: log.append("called"))
    pause()
    del plain
    log.append("after")
    return reference()


def proxies():
    plain = Plain()
    proxy = weakref.proxy(plain, lambda _: log.append("called"))
    pause()
    plain = 0
    log.append("after")
    return type(proxy).__name__


def finalize_order():
    one, two = Plain(), Plain()
    for holder, name in ((one, "1"), (one, "2"), (two, "3")):
        weakref.finalize(holder, log.append, name)
    pause()
    del one
    log.append("one")
    del two
    log.append("two")


def finalize_by_hand():
    plain = Plain()
    called = weakref.finalize(plain, lambda: log.append("called") or 7)
    pause()
    before = called.alive
    result = called()
    log.append("by hand")
    del plain
    log.append("after")
    return before, result, called.alive, called()


def in_weak_dict():
    key, value = Plain(), Plain()
    keys, values = weakref.WeakKeyDictionary(), weakref.WeakValueDictionary()
    keys[key], values["a"] = 1, value
    pause()
    del key
    value = None
    return len(keys), len(values), list(keys), list(values)


def with_its_cycle():
    held = Plain()
    held.me = held
    held.it = Ends("cyclic")
    pause()
    held.me = None
    log.append("cut")
    del held
    log.append("after")


def program():
    functions = [
        deleted, overwritten, unread, begun_behind, in_list, in_nest, in_attribute, in_slot, with_its_holder, captured,
        in_loop, loop_to_its_end, in_handler, in_try, finalisers, on_the_stack, replaced_in_call, callbacks,
        proxies, finalize_order, finalize_by_hand, in_weak_dict, with_its_cycle,
    ]
    found = []
    for function in functions:
        log.clear()
        outcome = attempt(function)
        found.append((function.__name__, outcome, log.copy()))
    return found


# expect captured
# in pieces
# as written: finalize_order
# as written: loop_to_its_end
# as written: program
# as written: with_its_holder
