"""Classes made inside: inheritance, super, properties, class and static methods, slots, special methods."""


def program():
    class Base:
        made = 0

        def __init__(self, name):
            self.name = name
            type(self).made += 1

        def describe(self):
            return f"base {self.name}"

        @classmethod
        def count(cls):
            return cls.made

        @staticmethod
        def double(x):
            return 2 * x

        def __eq__(self, other):
            return isinstance(other, Base) and self.name == other.name

        def __hash__(self):
            return hash(self.name)

    class Left(Base):
        def describe(self):
            return "left " + super().describe()

    class Right(Base):
        @property
        def shout(self):
            return self.name.upper()

        @shout.setter
        def shout(self, value):
            self.name = value.lower()

        def describe(self):
            return "right " + super().describe()

    class Both(Left, Right):
        def __getattr__(self, name):
            return f"no {name}"

        def __len__(self):
            return len(self.name)

        def __getitem__(self, key):
            return self.name[key]

        def __contains__(self, item):
            return item in self.name

        def __call__(self, *args, **kwargs):
            return args, kwargs

        def __add__(self, other):
            return Both(self.name + other)

        __radd__ = __add__

    both = Both("x")
    both.shout = "ABC"
    return (
        both.describe(), both.shout, both.absent, len(both), both[1:], "b" in both, both(1, k=2), (both + "d").name,
        ("e" + both).name, Both.count(), Base.made, Both.double(4), [c.__name__ for c in Both.__mro__],
        both == Both("abc"), both != Left("q"), len({both, Right("abc")}), bool(both),
    )  # fmt: skip


# expect captured
# whole
