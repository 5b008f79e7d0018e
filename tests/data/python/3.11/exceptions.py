"""Exceptions: matching, chaining, `else`, `finally`, re-raising, returning out of handlers."""


class Own(LookupError):
    def __init__(self, code):
        super().__init__("own", code)
        self.code = code


def risky(n):
    if n == 0:
        return 1 // n
    if n == 1:
        return {}["missing"]
    if n == 2:
        raise Own(5)
    if n == 3:
        return [].pop()
    return n


def handled(n):
    log = []
    try:
        try:
            log.append(risky(n))
        except KeyError as error:
            log.append(("key", error.args))
            raise ValueError("from key") from error
        except (ZeroDivisionError, Own) as error:
            log.append(type(error).__name__)
            return log
        else:
            log.append("else")
        finally:
            log.append("finally")
    except ValueError as error:
        log.append((str(error), type(error.__cause__).__name__, error.__context__ is error.__cause__))
    except Exception as error:
        log.append(repr(error))
    return log


def loop():
    for i in range(5):
        try:
            if i == 1:
                continue
            if i == 3:
                break
        finally:
            print("round", i)
    return i


def program():
    try:
        raise Own(1)
    except LookupError as error:
        first = (error.code, str(error), isinstance(error, Own))
    try:
        raise
    except RuntimeError as error:
        second = str(error)
    return [handled(n) for n in range(5)], loop(), first, second


# expect captured
# in pieces
# as written: loop
