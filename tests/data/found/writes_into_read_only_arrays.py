"""The tensor of an array that may not be written into is a copy: a write into it raised nothing."""

import numpy as np


def into_the_array(a):
    b = a + 1
    a[0] = 5
    return b


def into_a_view(a):
    view = a[1:]
    view += 1
    return view


def by_a_function(a):
    np.add(a, 1, out=a)
    return a


def read_alone(a):
    return a * 2 + a[::-1]


def behind_a_break(a):
    view = a[1:]
    print("break")
    view[0] = 1
    return view


def fn(function, a):
    try:
        return function(a)
    except ValueError as error:
        return str(error)


def calls():
    for function in (into_the_array, into_a_view, by_a_function, read_alone, behind_a_break):
        for array in (np.broadcast_to(np.array([2.0]), (3,)), np.array([1.0, 2.0, 4.0])):
            array.setflags(write=False)
            yield function, array
