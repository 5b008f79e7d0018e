"""What exceptions hold, and what they are linked with."""


class Coded(Exception):
    def __init__(self, code):
        super().__init__(f"code {code}")
        self.code = code


def program():
    seen = []
    try:
        try:
            1 / 0
        except ZeroDivisionError as error:
            raise RuntimeError("x", 2) from error
    except RuntimeError as error:
        seen += [type(error.__cause__).__name__, error.args, repr(error), str(error), error.__suppress_context__]
    try:
        try:
            {}["a"]
        except KeyError:
            raise Coded(3)
    except Coded as error:
        seen += [error.code, str(error), error.args, type(error.__context__).__name__, str(error.__context__)]
    for wrong in (lambda: None.foo, lambda: int("x"), lambda: iter(3), lambda: len(3), lambda: "a" + 1):
        try:
            wrong()
        except (AttributeError, ValueError, TypeError) as error:
            seen.append((type(error).__name__, str(error)))

    def numbers():
        try:
            yield 1
        finally:
            seen.append("closed")

    generator = numbers()
    next(generator)
    generator.close()
    return seen


# expect captured
# whole
