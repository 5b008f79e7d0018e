"""What NumPy's arrays do in C, written in Python for traces to go through."""

from .breaking import give_up


def key(key):
    """What stands for the key of a tensor where it is an array, or has one among its parts."""
    raise NotImplementedError("known to the engine alone")


def rows(array):
    return iter([array[index] for index in range(len(array))])


def number_at(array, key):
    """The number in an array at a key for each dimension. A rule has the graph read it."""
    raise NotImplementedError("known to the engine alone")


def item(array, indices):
    """`array.item(*indices)`: one index counts through the whole array, several are one for each dimension."""
    if len(indices) == 1 and type(indices[0]) is tuple:
        indices = indices[0]
    for index in indices:
        if type(index) is not int:
            give_up("an item of an array by what is no int")
    shape = array.shape
    if len(indices) == 1 and len(shape) != 1:
        array, shape = array.reshape(-1), (array.size,)
    if len(indices) != len(shape):
        raise ValueError("incorrect number of indices for array")
    for index, size in zip(indices, shape):
        if not -size <= index < size:
            give_up("an item outside of an array")
    return number_at(array, indices)


def check_view(array, contiguous, size):
    """Leaves to NumPy what it refuses, or sees in another way: views with elements of another size."""
    if array.itemsize != size:
        if not contiguous or array.ndim == 0 or array.size == 0:
            give_up("a view of an array's memory with elements of another size")
        if array.shape[-1] * array.itemsize % size:
            give_up("a view of an array's memory that has no whole elements")
