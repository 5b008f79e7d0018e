"""What array.array keeps of the numbers that it is given."""

from array import array


def is_of_numbers(typecode):
    return typecode in set("bBhHiIlLqQfd")


def size_of(typecode):
    return array(typecode).itemsize


def kept(typecode, item):
    return array(typecode, (item,))[0]
