"""torch's operator that prints stands in the graph where the program has it; by names, the graph breaks."""

import torch


def fn(x):
    y = x + 1
    torch._higher_order_ops.print("{} has {} items", "x", x.shape[0])
    torch._higher_order_ops.print("{}", y)
    return y * 2


def by_name(x):
    torch._higher_order_ops.print("{size}", size=x.shape[0])
    return x + 1


def case(t):
    x = torch.arange(3.0)
    for backend in t.backend, "aot_eager":
        compiled = t.compile(fn, fullgraph=True, backend=backend)
        for _ in range(2):
            t.equal(compiled(x), fn(x))
    t.equal(t.compile(by_name)(x), by_name(x))


# expect graphs
# graph 0
#   l_x_: input
#   y = add(l_x_, 1)
#   print_1 = print('{} has {} items', 'x', 3)
#   print_2 = print('{}', y)
#   mul = mul(y, 2)
#   return (mul,)
# graph 1
#   l_x_: input
#   print_1 = print('{size}', size=3)
#   add = add(l_x_, 1)
#   return (add,)
# expect breaks
