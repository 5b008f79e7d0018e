"""What C code warns of, it warns of at every call: versions differ in what that is."""

import operator


def inverted(flag):
    return ~flag, operator.invert(flag), operator.inv(not flag), ~(flag is True)


def thrown(*parts):
    def numbers():
        try:
            yield 1
        except ValueError as error:
            yield error.args

    generator = numbers()
    next(generator)
    return generator.throw(*parts)


def program():
    return (
        inverted(True), inverted(False), thrown(ValueError("a")), thrown(ValueError), thrown(ValueError, "b"),
        thrown(ValueError, ValueError("c"), None),
    )  # fmt: skip


# expect captured
# whole
