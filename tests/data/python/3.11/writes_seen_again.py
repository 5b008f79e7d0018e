"""What a program wrote or deleted is what it reads next; what it added and took away leaves nothing behind."""


class Counted:
    made = 0
    made_by = "nobody"


class Derived(Counted):
    pass


class Replaced:
    def __init__(self):
        self.first = 1
        self.second = 2


class Doubled:
    def __setattr__(self, name, value):
        object.__setattr__(self, name, (value, value))

    def __delattr__(self, name):
        object.__delattr__(self, name)


def class_attributes():
    Counted.made = 0
    seen = []
    for _ in range(3):
        Counted.made += 1
        seen.append((Counted.made, Derived.made, Derived().made))
    Derived.made = 50
    seen.append((Counted.made, Derived.made))
    one = Derived()
    one.made = 7
    seen.append((one.made, Derived().made))
    del Derived.made
    Counted.describe = lambda self: f"made by {self.made_by}"
    seen.append(Derived().describe())
    del Counted.describe
    return seen


def globals_made():
    global made_here
    made_here = 3
    held = made_here
    del made_here
    try:
        made_here
    except NameError as error:
        return held, str(error)


def keys_deleted(given):
    del given["a"]
    given["a"] = 5
    given["z"] = 1
    del given["z"]
    return list(given.items())


def attributes_deleted(given):
    del given.first
    given.first = 3
    given.third = 4
    del given.third
    doubled = Doubled()
    doubled.x = 1
    held = doubled.x
    del doubled.x
    try:
        del doubled.x
    except AttributeError as error:
        return list(given.__dict__.items()), held, hasattr(doubled, "x"), type(error).__name__


def program():
    keys = {"a": 1, "b": 2}
    replaced = Replaced()
    return (
        class_attributes(),
        globals_made(),
        keys_deleted(keys),
        keys,
        attributes_deleted(replaced),
        list(vars(replaced)),
    )


# expect captured
# in pieces
