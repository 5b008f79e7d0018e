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
#   subgraph_0 = subgraph_0()
#   foreach_map = foreach_map(subgraph_0, l_xs_0_, l_xs_1_)
#   getitem = getitem(foreach_map, 0)
#   getitem_1 = getitem(foreach_map, 1)
#   subgraph_1 = subgraph_1()
#   foreach_map_1 = foreach_map(subgraph_1, l_xs_0_, l_xs_1_)
#   getitem_2 = getitem(foreach_map_1, 0)
#   getitem_3 = getitem(foreach_map_1, 1)
#   return (getitem, getitem_1, getitem_2, getitem_3)
