"""torch has no views with negative steps: what was written into a NumPy view that goes backwards did not reach the array."""

import numpy as np


def into_the_view(a):
    view = a[::-1]
    view[0] = 5
    return a * 2


def into_the_array(a):
    view = np.flip(a)
    a[0] = 7
    return view + 1


def into_a_view_of_the_view(a):
    view = np.rot90(a.reshape(2, 2))[0]
    view += 10
    return a + 1


def by_a_function(a):
    np.copyto(a[::-1], np.arange(4.0))
    return a + 1


def by_out(a):
    view = a[1::-1]
    np.add(a[:2], 1, out=view)
    return a * 3


def of_what_is_made(a):
    made = a + 1
    np.flipud(made)[1] = 3
    return made


def written_backwards(a):
    a[::-1] = np.arange(4.0)
    a[3:0:-1] += 1
    return a + 1


def in_a_loop(a):
    for index in range(2):
        a[::-1][index] = index
    return a


def behind_a_break(a):
    view = a[::-1]
    print("break")
    a[0] = 9
    return view * 2


def reversed_by(a):
    return a[::-1]


def by_a_function_of_its_own(a):
    view = reversed_by(a)
    again = reversed_by(view)
    again[0] = 5
    return view.copy(), a


def beside_what_is_read_only(a):
    rows = np.broadcast_to(a, (2, 4))
    a[0] = 6
    return rows + 0


def fn(function, a):
    return function(a)


FUNCTIONS = [
    into_the_view, into_the_array, into_a_view_of_the_view, by_a_function, by_out, of_what_is_made, written_backwards, in_a_loop,
    behind_a_break, by_a_function_of_its_own, beside_what_is_read_only,
]


def calls():
    for function in FUNCTIONS:
        for _ in range(2):
            yield function, np.array([1.0, 2.0, 4.0, 8.0])
