"""What NumPy's arrays do in C, written in Python for traces to go through."""


def rows(array):
    return iter([array[index] for index in range(len(array))])
