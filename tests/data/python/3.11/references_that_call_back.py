"""Weak references with callbacks that are made without a break: who is called when the object goes, and in which order."""

import weakref

import torch

from attempts import attempt

log = []


class Plain:
    pass


def called(name):
    return lambda reference: log.append((name, reference() is None))


def argument_goes(plain):
    reference = weakref.ref(plain, called("one"))
    del plain
    log.append("after")
    return reference() is None


def argument_overwritten(plain):
    weakref.finalize(plain, log.append, "finalised")
    plain = log.append("before")
    log.append("after")
    return plain


def order_of_two(plain):
    references = weakref.ref(plain, called("one")), weakref.ref(plain, called("two")), weakref.ref(plain)
    return references


def order_of_three(plain):
    kept = [weakref.ref(plain, called(name)) for name in "abc"]
    kept.reverse()
    return kept


def finalisers_in_order(plain):
    second = weakref.finalize(plain, log.append, 2)
    first = weakref.finalize(plain, log.append, 1)
    return first.alive, second.alive


def one_is_dropped(plain):
    weakref.ref(plain, called("dropped"))
    kept = weakref.ref(plain, called("kept"))
    return kept


def detached(plain):
    one, two = weakref.finalize(plain, log.append, 1), weakref.finalize(plain, log.append, 2)
    peeked = one.peek()[1:3]
    one.detach()
    return peeked, one.alive, two.alive


def in_containers(plain):
    among, keys = weakref.WeakSet([plain]), weakref.WeakKeyDictionary({plain: 1})
    kept = weakref.ref(plain, lambda _: log.append((len(among), len(keys))))
    return among, keys, kept


def out_of_list(plains):
    reference = weakref.ref(plains[0], called("listed"))
    plains.clear()
    log.append("after")
    return reference


def out_of_attribute(holder):
    reference = weakref.ref(holder.held, called("held"))
    holder.held = None
    log.append("after")
    return reference


def counted(plain):
    before = weakref.getweakrefcount(plain)
    reference = weakref.ref(plain, called("counted"))
    return before, weakref.getweakrefcount(plain), weakref.getweakrefs(plain)[-1] is reference


def lists_and_attributes():
    plains = [Plain()]
    reference = attempt(out_of_list, plains)
    holder = Plain()
    holder.held = Plain()
    return reference[1]() is None, attempt(out_of_attribute, holder)[1]() is None


def goes_behind_break():
    plain = Plain()
    torch._dynamo.graph_break()
    reference = weakref.ref(plain, called("behind"))
    del plain
    log.append("after")
    return reference() is None


def goes_with_its_list():
    plains = [Plain()]
    torch._dynamo.graph_break()
    reference = weakref.ref(plains[0], called("in a list"))
    plains.pop()
    log.append("after")
    return reference() is None


def goes_with_its_holder():
    holder = Plain()
    holder.held = [Plain()]
    torch._dynamo.graph_break()
    reference = weakref.ref(holder.held[0], called("held"))
    holder = None
    log.append("after")
    return reference() is None, holder


def finalisers_behind_break():
    plain = Plain()
    torch._dynamo.graph_break()
    finalisers = [weakref.finalize(plain, log.append, number) for number in range(4)]
    finalisers[2].detach()
    del plain
    log.append("after")
    return [one.alive for one in finalisers]


def goes_with_its_frame():
    plain = Plain()
    torch._dynamo.graph_break()
    reference = weakref.ref(plain, called("with its frame"))
    return len(log)


def two_behind_break():
    plain = Plain()
    torch._dynamo.graph_break()
    one, two = weakref.ref(plain, called("one")), weakref.ref(plain, called("two"))
    del plain
    log.append("after")
    return one() is two()


def program():
    found = []
    for function in goes_behind_break, goes_with_its_list, goes_with_its_holder, finalisers_behind_break, goes_with_its_frame, two_behind_break:
        log.clear()
        found.append((function.__name__, attempt(function), log.copy()))
    functions = (
        argument_goes, argument_overwritten, order_of_two, order_of_three, finalisers_in_order, one_is_dropped, detached, in_containers, counted,
    )
    for function in functions:
        for lent in (False, True):
            log.clear()
            plain = None if lent else Plain()
            outcome = attempt(function, Plain() if lent else plain)
            shown = [part if isinstance(part, (bool, int)) else type(part).__name__ for part in outcome[1]] if isinstance(outcome[1], tuple) else 0
            log.append("left")
            del plain
            found.append((function.__name__, lent, outcome[0], shown, log.copy()))
            del outcome
    log.clear()
    return found, lists_and_attributes(), log.copy()


# expect captured
# in pieces
# as written: in_containers
# as written: one_is_dropped
# as written: order_of_three
# as written: order_of_two
# as written: out_of_attribute
# as written: out_of_list
# as written: program
# as written: resume_in_counted
# as written: resume_in_goes_behind_break
# as written: resume_in_goes_with_its_holder
# as written: resume_in_goes_with_its_list
# as written: resume_in_two_behind_break
