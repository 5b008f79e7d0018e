"""Where breaks nest, the graph ends in the called function, and the next one goes on there and in its callers."""

import torch

config = dict(nested_graph_breaks=True)
LOG = []


def leaf(x, *rest, factor=2, **others):
    y = x.sin()
    counted = [y]

    def grow():
        nonlocal y
        y = y + len(rest)
        return counted[0] * factor

    LOG.append(sorted(others))
    print(end="")
    return grow() + y


def middle(x, log):
    z = x + 1
    log.append("called")
    result = leaf(z, 1, 2, factor=3, name="n")
    log.append("came back")
    return result - z


def fn(x, log):
    a = x * 2
    total = [a, middle(a, log)]
    return total[1].cos() + total[0], list(LOG)


calls = [(torch.ones(3), []), (torch.full((3,), 2.0), [])]


# expect graphs
# graph 0
#   l_x_: input
#   a = mul(l_x_, 2)
#   z = add(a, 1)
#   y = z.sin()
#   return (y, z, a)
# graph 1
#   l_stack1_3_3_closure_3_cell_contents: input
#   l_stack1_2_: input
#   l_stack0_: input
#   y = add(l_stack1_3_3_closure_3_cell_contents, 2)
#   mul = mul(l_stack1_3_3_closure_3_cell_contents, 3)
#   result = add(mul, y)
#   sub = sub(result, l_stack1_2_)
#   cos = sub.cos()
#   add_2 = add(cos, l_stack0_)
#   return (add_2, y)
# graph 2
#   l_stack1_3_3_closure_3_cell_contents: input
#   l_stack1_2_: input
#   l_stack0_: input
#   y = add(l_stack1_3_3_closure_3_cell_contents, 2)
#   mul = mul(l_stack1_3_3_closure_3_cell_contents, 3)
#   result = add(mul, y)
#   sub = sub(result, l_stack1_2_)
#   cos = sub.cos()
#   add_2 = add(cos, l_stack0_)
#   return (add_2, y)
# expect breaks
# line 19: call of builtin_function_or_method print: it writes to a file
