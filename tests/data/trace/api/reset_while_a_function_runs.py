"""A reset while a function waits at a break: what is left of it goes on with its cells, and may break again."""

import torch

import alternator


def fn(x):
    n = x + 1
    read = lambda: n
    alternator.reset()
    y = read() + 1
    torch._dynamo.graph_break()
    return y + n, read()


def calls():
    return [(torch.ones(2),), (torch.ones(2),), (torch.ones(3),)]


# expect graphs
# graph 0
#   l_x_: input
#   n = add(l_x_, 1)
#   return (n,)
# graph 1
#   l_read_closure_0_cell_contents: input
#   y = add(l_read_closure_0_cell_contents, 1)
#   return (y,)
# graph 2
#   l_y_: input
#   l_n_cell_contents: input
#   add = add(l_y_, l_n_cell_contents)
#   return (add,)
# graph 3
#   l_x_: input
#   n = add(l_x_, 1)
#   return (n,)
# graph 4
#   l_read_closure_0_cell_contents: input
#   y = add(l_read_closure_0_cell_contents, 1)
#   return (y,)
# graph 5
#   l_y_: input
#   l_n_cell_contents: input
#   add = add(l_y_, l_n_cell_contents)
#   return (add,)
# graph 6
#   l_x_: input
#   n = add(l_x_, 1)
#   return (n,)
# graph 7
#   l_read_closure_0_cell_contents: input
#   y = add(l_read_closure_0_cell_contents, 1)
#   return (y,)
# graph 8
#   l_y_: input
#   l_n_cell_contents: input
#   add = add(l_y_, l_n_cell_contents)
#   return (add,)
# expect breaks
# line 13: call of function graph_break: the program asks for a break
