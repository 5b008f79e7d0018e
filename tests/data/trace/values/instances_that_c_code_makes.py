"""An instance of a class derived from a text, a number or bytes is another at each call, with attributes of its own."""

import torch


class Text(str):
    pass


class Fraction(float):
    pass


class Whole(int):
    pass


class Data(bytes):
    pass


class Shown:
    def __str__(self):
        return Text("shown")


def made(x, shown):
    twice = Whole(3)
    return Text("kind"), Fraction(2.5), [twice, twice], Data(b"a"), str(shown), x + 1


def marked(x):
    text = Text("kind")
    text.marks = [1]
    return text, x + 1


def case(t):
    x, shown = torch.ones(2), Shown()
    compiled = t.compile(made, fullgraph=True)
    first, second = compiled(x, shown), compiled(x, shown)
    for found in first, second:
        t.equal(found, made(x, shown))
    assert not any(one is other for one, other in zip(first, second))
    compiled = t.compile(marked, fullgraph=True)
    (first, _), (second, _) = compiled(x), compiled(x)
    assert first is not second and first.marks is not second.marks
    first.marks.append(2)
    t.equal(compiled(x), marked(x))
    assert len(t.graphs) == 2
