"""DELETE_DEREF: a variable that a closure shares is gone for both."""

import torch


def fn(x):
    shared = x + 1

    def read():
        return shared

    kept = read()
    del shared
    try:
        read()
    except NameError as error:
        return kept, str(error)


calls = [(torch.ones(2),), (torch.zeros(2),)]


# expect graphs
# graph 0
#   l_x_: input
#   shared = add(l_x_, 1)
#   return (shared,)
# expect breaks
