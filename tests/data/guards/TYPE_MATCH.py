"""The exact class: a subclass is another, and so is an instance that changed class."""

from guarding import changes, check


class A:
    pass


class B(A):
    pass


def case(t):
    check("TYPE_MATCH", [1], same=[[], [2, 3]], other=[(1,), None], text="___check_type_id(L['x'], ")
    check("TYPE_MATCH", A(), same=[A()], other=[B(), A])
    check("TYPE_MATCH", True, other=[1])
    it = A()
    changes("TYPE_MATCH", it, lambda: setattr(it, "__class__", B), says="expected x")
