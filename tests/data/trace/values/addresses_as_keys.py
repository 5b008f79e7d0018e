"""What `id` gives, as a key of a dict from outside and in tuples that are keys: what is compiled is for this object."""

import torch
from torch import nn

seen = {}


class Symmetric(nn.Module):
    def forward(self, weight):
        return weight.triu() + weight.triu(1).transpose(-1, -2)


def case(t):
    first, second = nn.Linear(2, 2), nn.Linear(2, 2)

    def known(module, x):
        key = (id(module), "seen")
        if key not in seen:
            seen[key] = len(seen) + 1
            seen[id(module)] = -1
        places = {(id(module), 1): 2.0, (id(x), 1): 3.0}
        return x * seen[key] * places[id(module), 1], seen[id(module)], dict(places)[id(module), 1]

    compiled = t.compile(known, fullgraph=True)
    for module, number in ((first, 1), (first, 1), (second, 3), (first, 1), (second, 3)):
        result, minus, two = compiled(module, torch.ones(2))
        t.equal((result, minus, two), (torch.ones(2) * number * 2, -1, 2.0))
    t.equal([key for key in seen], [(id(first), "seen"), id(first), (id(second), "seen"), id(second)])

    number = id(second)

    def beside_a_number(module, x):
        return x + 1, id(module) == number, id(module) == id(first)

    compiled = t.compile(beside_a_number, fullgraph=True)
    for module in (first, second, first, second):
        t.equal(compiled(module, torch.ones(2)), beside_a_number(module, torch.ones(2)))

    # torch keeps parametrized weights so.
    layer = nn.utils.parametrize.register_parametrization(nn.Linear(3, 3), "weight", Symmetric())

    def twice(x):
        with nn.utils.parametrize.cached():
            return layer(layer(x))

    compiled, x = t.compile(twice, fullgraph=True), torch.randn(2, 3)
    for _ in range(2):
        t.equal(compiled(x), twice(x))
    t.equal(nn.utils.parametrize._cache, {})

    # What is an address in one key is a number in another.
    outside = {id(first): 1, (id(first), "a"): 2}

    def copied(x):
        merged = {id(first): 3, (id(first), "a"): 4, 7: 5, **outside}
        again = dict(outside)
        again[5] = 1
        count = len(merged)
        return x * again[id(first)], merged[id(first)], merged[id(first), "a"], count, id(first) in {key for key in outside}

    compiled, x = t.compile(copied, fullgraph=True), torch.ones(2)
    for _ in range(2):
        t.equal(compiled(x), copied(x))

    # Objects that are apart now may be one the next time.
    def count(a, b, x):
        return x * len({id(a), id(b)}), len({(id(a), 1), (id(b), 1)}), id(a) == id(b)

    compiled, y = t.compile(count, fullgraph=True), x + 1
    for a, b in ((first, second), (first, first), (second, first), (x, y), (x, x), (y, x)):
        t.equal(compiled(a, b, x), count(a, b, x))


# expect graphs
# graph 0
#   l_x_: input
#   mul = mul(l_x_, 1)
#   mul_1 = mul(mul, 2.0)
#   return (mul_1,)
# graph 1
#   l_x_: input
#   mul = mul(l_x_, 1)
#   mul_1 = mul(mul, 2.0)
#   return (mul_1,)
# graph 2
#   l_x_: input
#   mul = mul(l_x_, 3)
#   mul_1 = mul(mul, 2.0)
#   return (mul_1,)
# graph 3
#   l_x_: input
#   mul = mul(l_x_, 3)
#   mul_1 = mul(mul, 2.0)
#   return (mul_1,)
# graph 4
#   l_x_: input
#   add = add(l_x_, 1)
#   return (add,)
# graph 5
#   l_x_: input
#   add = add(l_x_, 1)
#   return (add,)
# graph 6
#   l_layer_modules_parametrizations_modules_weight_parameters_original_: input
#   l_layer_parameters_bias_: input
#   l_x_: input
#   triu = l_layer_modules_parametrizations_modules_weight_parameters_original_.triu()
#   triu_1 = l_layer_modules_parametrizations_modules_weight_parameters_original_.triu(1)
#   transpose = triu_1.transpose(-1, -2)
#   x = add(triu, transpose)
#   linear = linear(l_x_, x, l_layer_parameters_bias_)
#   linear_1 = linear(linear, x, l_layer_parameters_bias_)
#   return (linear_1, x)
# graph 7
#   l_x_: input
#   mul = mul(l_x_, 1)
#   return (mul,)
# graph 8
#   l_x_: input
#   mul = mul(l_x_, 2)
#   return (mul,)
# graph 9
#   l_x_: input
#   mul = mul(l_x_, 1)
#   return (mul,)
# graph 10
#   l_x_: input
#   mul = mul(l_x_, 2)
#   return (mul,)
# graph 11
#   l_a_: input
#   mul = mul(l_a_, 2)
#   return (mul,)
# graph 12
#   l_a_: input
#   mul = mul(l_a_, 1)
#   return (mul,)
# graph 13
#   l_b_: input
#   mul = mul(l_b_, 2)
#   return (mul,)
