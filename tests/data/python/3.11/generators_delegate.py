"""What is thrown into a generator reaches the one that it delegates to; those left behind are closed."""

log = []


def inner():
    try:
        yield 1
        yield 2
    except ValueError:
        yield 5
        return 7
    finally:
        log.append("inner is left")


def outer():
    try:
        log.append((yield from inner()))
        yield 8
    finally:
        log.append("outer is left")


class Endless:
    def __iter__(self):
        return self

    def __next__(self):
        return 3

    def close(self):
        log.append("closed")


def over_endless():
    yield from Endless()


def thrown():
    generator = outer()
    found = [next(generator), generator.throw(ValueError("in the middle")), next(generator)]
    generator.close()
    return found


def not_caught():
    generator = outer()
    next(generator)
    try:
        generator.throw(KeyError("nobody takes it"))
    except KeyError as error:
        return repr(error), list(generator)


def closed():
    for generator in (outer(), over_endless()):
        next(generator)
        generator.close()


def left_behind():
    for item in outer():
        break
    log.append("after the loop")
    first = next(outer())
    log.append("after the first")
    return item, first


def sent_too_early():
    try:
        inner().send(3)
    except TypeError as error:
        return str(error)


class Counting:
    def __init__(self):
        self.sent = []

    def __iter__(self):
        return self

    def __next__(self):
        return len(self.sent)

    def send(self, value):
        self.sent.append(value)
        if len(self.sent) == 2:
            raise StopIteration("counted")
        return value


def result_of_send():
    def through():
        results.append((yield from Counting()))

    results = []
    generator = through()
    next(generator)
    return generator.send("a"), next(iter([]), "nothing"), [value for value in ended(generator)], results


def ended(generator):
    try:
        generator.send("b")
    except StopIteration:
        yield "ended"


def value_of_stop():
    stop = StopIteration("a")
    before = stop.value
    stop.value = "b"
    return before, stop.value, stop.args


def program():
    log.clear()
    found = thrown(), not_caught(), closed(), left_behind(), sent_too_early(), result_of_send(), value_of_stop()
    return found, list(log)


# expect captured
# in pieces
# as written: left_behind
# as written: program
