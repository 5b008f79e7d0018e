"""Compiled code that makes a dict again does not ask its keys again: their answers may be others by then (tools/library_tests, test_dict)."""

from attempts import attempt


class Numbered:
    def __init__(self, number):
        self.number = number

    def __hash__(self):
        return self.number

    def __eq__(self, other):
        return self.number == other.number


class Kept(dict):
    pass


def becomes_equal():
    one, two = Numbered(1), Numbered(2)
    made = {one: "one", two: "two"}
    two.number = 1
    return made


def in_a_subclass():
    one, two = Numbered(1), Numbered(2)
    made = Kept()
    made[one] = "one"
    made[two] = "two"
    two.number = 1
    return made


def changes_between_dicts():
    one = Numbered(1)
    first = {one: "first"}
    one.number = 2
    second = {one: "second"}
    one.number = 1
    return one in first, one in second


def found_no_more():
    one = Numbered(1)
    made = {one: "one"}
    one.number = 2
    return one in made, made.get(one), len(list(made))


outside = {}


def put_outside():
    outside.clear()
    one, two = Numbered(1), Numbered(2)
    outside[one] = "one"
    outside[two] = "two"
    two.number = 1
    return outside


def reads_the_variable():
    class Reads(int):
        def __hash__(self):
            return 13

        def __eq__(self, other):
            return len(made) > 1

    made = {}
    made = {Reads(1): 1, Reads(2): 2}
    return made


def program():
    found = [attempt(function) for function in (changes_between_dicts, found_no_more)]
    for function in (becomes_equal, in_a_subclass, put_outside, reads_the_variable):
        outcome, *made = attempt(function)
        found.append((outcome, made if outcome != "gives" else list(made[0].values())))
    outside.clear()
    return found


# expect captured
# in pieces
# as written: resume_in_program
