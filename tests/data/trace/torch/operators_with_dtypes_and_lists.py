"""An operator with a dtype for its result is a node; a function that is mapped over lists of tensors is traced for each."""

import torch
from torch._higher_order_ops.foreach_map import foreach_map
from torch._higher_order_ops.out_dtype import out_dtype


def multiplied(x, y):
    return out_dtype(torch.ops.aten.mm.default, torch.int32, x, y) + 1


def mapped(xs, ys):
    return foreach_map(torch.add, xs, ys), foreach_map(lambda x, y: x * y + 1, xs, ys)


def case(t):
    ones = torch.ones(3, 3, dtype=torch.int8)
    for backend in t.backend, "aot_eager":
        t.equal(t.compile(multiplied, fullgraph=True, backend=backend)(ones, ones), multiplied(ones, ones))
        xs = [torch.arange(3.0), torch.ones(2)]
        expected = [x + x for x in xs], [x * x + 1 for x in xs]
        t.equal(t.compile(mapped, fullgraph=True, backend=backend)(xs, xs), expected)


# expect graphs
# graph 0
#   l_x_: input
#   out_dtype = out_dtype(<OpOverload(op='aten.mm', overload='default')>, torch.int32, l_x_, l_x_)
#   add = add(out_dtype, 1)
#   return (add,)
# graph 1
#   l_xs_0_: input
#   l_xs_1_: input
#   add = add(l_xs_0_, l_xs_0_)
#   add_1 = add(l_xs_1_, l_xs_1_)
#   mul = mul(l_xs_0_, l_xs_0_)
#   add_2 = add(mul, 1)
#   mul_1 = mul(l_xs_1_, l_xs_1_)
#   add_3 = add(mul_1, 1)
#   return (add, add_1, add_2, add_3)
