"""What a class keeps under a name and replaces between calls is read where it is, from the second time on: numbers and
tensors do not compile anew for each of them, and a descriptor, a base or an instance that takes the name over is noticed."""

import torch


class Base:
    number = 0
    scale = 1.0
    bias = torch.ones(2)
    text = "a"


class Derived(Base):
    pass


class Kind(type):
    number = 0


class Described(metaclass=Kind):
    pass


class Counting(torch.nn.Module):
    calls = 0

    def forward(self, x):
        type(self).calls += 1
        return x + type(self).calls


class Descriptor:
    def __get__(self, instance, owner):
        return 7 if instance is None else 8


def case(t):
    instance = Derived()
    x = torch.arange(2.0)
    for read, change in (
        (lambda x: x + Base.number, lambda n: setattr(Base, "number", n)),
        (lambda x: x * instance.scale, lambda n: setattr(Base, "scale", n / 3)),
        (lambda x: x * Derived.bias, lambda n: setattr(Base, "bias", torch.full((2,), float(n)))),
        (lambda x: x * super(Derived, instance).scale, lambda n: setattr(Base, "scale", n / 5)),
        (lambda x: x + Described.number, lambda n: setattr(Kind, "number", n)),
        (lambda x: x * getattr(Derived, "scale", 0.5), lambda n: setattr(Base, "scale", n / 7)),
    ):
        compiled = t.compile(read, fullgraph=True)
        before = len(t.graphs)
        for number in range(2, 9):
            change(number)
            t.equal(compiled(x), read(x))
        assert len(t.graphs) - before == 2, len(t.graphs) - before
    module = Counting()
    before = len(t.graphs)
    compiled = t.compile(module, fullgraph=True)
    for number in range(1, 7):
        t.equal(compiled(x), x + number)
        t.equal(Counting.calls, number)
    assert len(t.graphs) - before <= 3

    def number_of(x):
        try:
            return x + 1, instance.number, Derived.number, hasattr(instance, "number")
        except AttributeError as error:
            return x - 1, str(error)

    compiled = t.compile(number_of, fullgraph=True)
    changes = (
        lambda: setattr(Base, "number", 5),
        lambda: setattr(Base, "number", 6),
        lambda: setattr(Derived, "number", 7),
        lambda: setattr(Derived, "number", Descriptor()),
        lambda: delattr(Derived, "number"),
        lambda: setattr(Base, "number", property(lambda self: 9)),
        lambda: setattr(Base, "number", 10),
        lambda: setattr(instance, "number", 11),
        lambda: delattr(instance, "number"),
        lambda: delattr(Base, "number"),
        lambda: setattr(Base, "number", "12"),
    )
    for change in changes:
        change()
        expected = number_of(x)
        # A property is an object of its own for each class.
        if not isinstance(expected[-2], property):
            t.equal(compiled(x), expected)
