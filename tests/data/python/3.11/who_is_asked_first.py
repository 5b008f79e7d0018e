"""Operators between tensors and objects with operators of their own; sequences in Python with reflected ones."""

import torch

from attempts import attempt

log = []


def operand(base, *names):
    def method(name):
        def asked(self, other):
            log.append(name)
            return f"{name} of {type(other).__name__}"

        return asked

    return type("Operand", (base,), {name: method(name) for name in names})


def declining(base, *names):
    def method(name):
        def asked(self, other):
            log.append(name)
            return NotImplemented

        return asked

    return type("Declining", (base,), {name: method(name) for name in names})


OPERATIONS = {
    "add": lambda a, b: a + b, "multiply": lambda a, b: a * b, "remainder": lambda a, b: a % b, "power": lambda a, b: a**b,
    "matmul": lambda a, b: a @ b, "equal": lambda a, b: a == b, "less": lambda a, b: a < b,
}  # fmt: skip


def add_in_place(a, b):
    a += b
    return a


def watched(function, a, b):
    log.clear()
    result = function(a, b)
    return type(result).__name__, result if not isinstance(result, (torch.Tensor, float)) else None, list(log)


def formatted(x):
    return "v %s" % x, "v %s %d" % (x + 1, 3), b"%a" % x, "%(x)s" % {"x": x}


def program():
    x = torch.ones(2)
    results = [attempt(formatted, x)]
    names = ("__add__", "__radd__", "__mul__", "__rmul__", "__mod__", "__rmod__", "__pow__", "__rpow__", "__matmul__", "__rmatmul__", "__eq__", "__lt__", "__gt__")
    for make in (operand, declining):
        for base, arguments in ((object, ()), (str, ("%s",)), (int, (2,)), (float, (2.0,)), (list, ([1],)), (tuple, ([1],)), (dict, ())):
            for some in (names, names[1::2], names[::2], ("__iadd__",), ()):
                o, other = make(base, *some)(*arguments), make(base, *some)(*arguments)
                for operation in (*OPERATIONS.values(), add_in_place):
                    for a, b in ((x, o), (o, x), (o, other), (o, 2), (2, o), (o, [1]), ([1], o)):
                        results.append(attempt(watched, operation, a, b))
    child = type("Child", (operand(str, "__radd__"),), {})("c")
    results.append(attempt(watched, OPERATIONS["add"], operand(str, "__radd__")("o"), child))
    results.append(attempt(watched, OPERATIONS["add"], child, type(child)("d")))
    return results


# expect captured
# in pieces
# as written: resume_in_program
