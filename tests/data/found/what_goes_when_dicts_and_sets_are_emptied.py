"""What a dict or set holds ends where it is cleared or loses keys and items, and finalisers are heard there, also at
calls after one with nothing in it. Found by hand."""

import collections

import torch

heard = []


class Heard:
    def __del__(self):
        heard.append("ends")


class Box:
    pass


def clear(container):
    container.clear()


def remove_last(container):
    container.popitem()


def remove_first_item(container):
    container.pop()


def discard(container):
    for item in list(container):
        container.discard(item)


def delete_key(container):
    del container[next(iter(container))]


def keep_nothing(container):
    container &= set()


def clear_attributes(box):
    box.__dict__.clear()


def box(item):
    made = Box()
    made.item = item
    return made


def value(item):
    return {1: item}


def key(item):
    return {item: 1}


def ordered(item):
    return collections.OrderedDict({1: item})


def with_default(item):
    return collections.defaultdict(int, {1: item})


PROGRAMS = [
    *[(make, change) for make in (value, key, ordered, with_default) for change in (clear, remove_last, delete_key)],
    *[(lambda item: {item}, change) for change in (clear, remove_first_item, discard, keep_nothing)],
    (box, clear_attributes),
]


def program(change):
    def fn(x, container):
        heard.append("before")
        change(container)
        heard.append("after")
        return x + 1

    return fn


def case(t):
    for make, change in PROGRAMS:
        fn = program(change)
        ran = []
        for run in (fn, t.compile(fn)):
            for item in (0, Heard, "text", Heard):
                run(torch.ones(2), make(item() if item is Heard else item))
            ran.append(list(heard))
            heard.clear()
        t.equal(*ran)
