"""Items and attributes that a call adds and takes away again."""

import torch


class Holder:
    pass


def fn(x, table, holder):
    table["new"] = x + 1
    holder.passing = x + 2
    result = table.pop("new") + holder.passing
    del holder.passing
    table["kept"] = result
    return result, len(table), hasattr(holder, "passing")


calls = [(torch.ones(2), {"old": 1}, Holder()), (torch.zeros(2), {"old": 1}, Holder())]


# expect graphs
# graph 0
#   l_x_: input
#   add = add(l_x_, 1)
#   add_1 = add(l_x_, 2)
#   result = add(add, add_1)
#   return (result,)
# expect breaks
