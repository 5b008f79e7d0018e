"""What NumPy's arrays do in C, written in Python for traces to go through."""


def key(key):
    """What stands for the key of a tensor where it is an array, or has one among its parts."""
    raise NotImplementedError("known to the engine alone")


def rows(array):
    return iter([array[index] for index in range(len(array))])
