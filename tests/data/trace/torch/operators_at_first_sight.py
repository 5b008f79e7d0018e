"""A namespace, an operator and an overload that nobody has looked up before are captured like any other."""

import torch

library = torch.library.Library("first_sight", "DEF")
library.define("twice(Tensor a) -> Tensor")
library.define("twice.more(Tensor a, int k) -> Tensor")
library.impl("twice", lambda a: a * 2, "CompositeExplicitAutograd")
library.impl("twice.more", lambda a, k: a * 2 * k, "CompositeExplicitAutograd")


def fn(x):
    x = x if hasattr(torch.ops, "nobody_looked_here") else -x
    return torch.ops.first_sight.twice(x) + torch.ops.first_sight.twice.more(x, 3)


def missing(x):
    return x + hasattr(torch.ops.first_sight, "thrice")


def case(t):
    t.equal(t.compile(fn, fullgraph=True)(torch.ones(2)), torch.full((2,), 8.0))
    compiled = t.compile(missing)
    t.equal(compiled(torch.ones(2)), torch.ones(2))
    library.define("thrice(Tensor a) -> Tensor")
    t.equal(compiled(torch.ones(2)), torch.full((2,), 2.0))


# expect graphs
# graph 0
#   l_x_: input
#   twice = twice(l_x_)
#   twice_more = twice.more(l_x_, 3)
#   add = add(twice, twice_more)
#   return (add,)
# graph 1
#   l_stack0_: input
#   add = add(l_stack0_, False)
#   return (add,)
# graph 2
#   l_stack0_: input
#   add = add(l_stack0_, True)
#   return (add,)
# expect breaks
# line 18: 'thrice', which the dispatcher does not have
