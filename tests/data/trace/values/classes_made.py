"""A class statement is traced: a class that does not outlive its call costs no break; one that does is made by the running program."""

import unittest

import torch

kept = []


def scale(x):
    class Scaled:
        factor = 2

        def __init__(self, of):
            self.of = of

        @property
        def result(self):
            return self.of * self.factor

    class Shifted(Scaled):
        shift = x.sum()

        @property
        def result(self):
            return super().result + self.shift

    return Shifted(x).result


def catch(x):
    class Wrong(ValueError):
        pass

    try:
        raise Wrong(2)
    except Wrong as error:
        return x + error.args[0]


def give_out(x):
    class Made:
        pass

    made = Made()
    made.value = x + 1
    return made


class Checks(unittest.TestCase):
    def check(self, x):
        self.assertEqual({"a": [1, 2]}, dict(a=[1, 2]))
        self.assertEqual([1, (2, 3)], [1, (2, 3)])
        self.assertIn(1, [1])
        self.assertIsInstance(x, torch.Tensor)
        self.assertAlmostEqual(1.0, 1.00000001)
        self.assertCountEqual([1, 2], [2, 1])
        with self.assertRaises(KeyError) as raised:
            {}[1]
        self.assertEqual(raised.exception.args, (1,))
        self.assertRaises(TypeError, {}.clear, None)
        with self.assertRaisesRegex(ValueError, "invalid"), self.subTest(number=1):
            int("x")
        return x + 1


def case(t):
    x = torch.arange(3.0)
    for function in (scale, catch, Checks("check").check):
        t.equal(t.compile(function, fullgraph=True)(x), function(x))
    give = t.compile(give_out)
    first, second = give(x), give(x)
    t.equal(first.value, x + 1)
    t.equal((type(first).__name__, type(first) is type(second)), ("Made", False))
