"""An operator that takes functions, called as written in a transform of functorch, has its call compiled at the transform's level:
what torch's rule for the operator makes of the graph is the result."""

import programs

SCRIPT = """
import torch
from torch._higher_order_ops import associative_scan, scan

x = torch.arange(6.0).view(2, 3) - 1
vmap, grad, cond = torch.vmap, torch.func.grad, torch.cond

def choice(z):
    return cond(z.sum() > 0, torch.sin, torch.cos, [z])

def sums(z):
    return associative_scan(lambda a, b: a + b, z, 0, combine_mode="generic")

def running(z):
    return scan(lambda a, b: (a + b, a * b), z[0].clone(), z)

def by_arguments(z):
    return cond(x.sum() > 0, lambda q: q + z, lambda q: q - x[0], [z])

# As often as not with an entry that was made before, at the same level or at another.
for tensor in x, x + 1, x.double(), torch.ones(3, 4):
    print(vmap(choice)(tensor), choice(tensor[0]), vmap(vmap(choice))(tensor.expand(2, *tensor.shape)))
    print(vmap(choice, in_dims=1)(tensor), vmap(sums)(tensor), grad(lambda z: sums(z).sum())(tensor))
print(vmap(running)(x))
print(vmap(lambda z: cond(z.sum() > 0, lambda q: q + z, lambda q: q - x[0], [z]))(x), vmap(by_arguments)(x))
# A condition that is no tensor of the level.
print(vmap(lambda z: cond(x.sum() > 0, lambda q: (q.sin(), q + 1), lambda q: (q.cos(), q + 2), [z]))(x))
leaf = x.clone().requires_grad_()
result = vmap(choice)(leaf)
result.sum().backward()
print(result, leaf.grad)
# torch's rule has one result of each branch where the condition is a tensor of the level, and none for derivatives.
for wrong in (
    lambda: vmap(lambda z: cond(z.sum() > 0, lambda q: (q.sin(), q + 1), lambda q: (q.cos(), q + 2), [z]))(x),
    lambda: grad(lambda z: choice(z).sum())(x),
):
    try:
        wrong()
    except Exception:
        print("refused")
"""


def case(t):
    t.equal(programs.run(SCRIPT, *programs.REPLACED).stdout, programs.run(SCRIPT).stdout)


# expect captured
# nothing
