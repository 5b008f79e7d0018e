# What `staticmethod` and `classmethod` made, without a class, is there behind a break, and after the call.
def wrapped(function):
    return staticmethod(function), classmethod(function)
def program():
    still, bound = wrapped(len)
    print("a break")
    outside = wrapped(repr)
    return still([1, 2]), still.__func__ is len, bound.__func__ is len, [type(method).__name__ for method in outside], outside[0].__func__(3)


# expect captured
# in pieces
