"""Operators that take functions: each function is a graph of its own, and what it needs from outside is passed to it."""

import torch
from torch._higher_order_ops.map import map as map_slices
from torch._higher_order_ops.scan import scan
from torch._higher_order_ops.while_loop import while_loop


def fn(x, y, module):
    branch = torch.cond(x.sum() > 0, lambda a: module(a) + y, lambda a: a.sin(), (x,))
    pair = torch.cond(x.sum() > 0, lambda: (x + 1, {"k": y * 2}), lambda: (x - 1, {"k": y * 3}))
    count, doubled = while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a * 2 + y), (torch.tensor(0), x))
    carry, sums = scan(lambda c, a: (c + a, c * a), torch.zeros(2), torch.stack([x, y]))
    return branch, pair, count, doubled, carry, sums, map_slices(lambda a, b: a + b, torch.stack([x, y]), y)


def calls():
    module = torch.nn.Linear(2, 2)
    return [(torch.ones(2), torch.ones(2), module), (-torch.ones(2), torch.ones(2), module)]


def chosen(x):
    return torch.cond(x.shape[0] > 2, lambda a: a + 1, lambda a: a - 1, (x,))


def case(t):
    torch.manual_seed(0)
    compiled = t.compile(fn, fullgraph=True)
    for arguments in calls():
        t.equal(compiled(*arguments), fn(*arguments))
    compiled = t.compile(chosen, fullgraph=True)
    t.equal(compiled(torch.ones(3)), torch.ones(3) + 1)


# expect graphs torch-2.13
# graph 0
#   l_x_: input
#   l_module_parameters_weight_: input
#   l_module_parameters_bias_: input
#   l_y_: input
#   sum_1 = l_x_.sum()
#   gt = gt(sum_1, 0)
#   cond_true_0 = cond_true_0()
#   cond_false_0 = cond_false_0()
#   cond = cond(gt, cond_true_0, cond_false_0, (l_x_, l_module_parameters_bias_, l_module_parameters_weight_, l_y_))
#   branch = getitem(cond, 0)
#   sum_2 = l_x_.sum()
#   gt_1 = gt(sum_2, 0)
#   cond_true_1 = cond_true_1()
#   cond_false_1 = cond_false_1()
#   cond_1 = cond(gt_1, cond_true_1, cond_false_1, (l_x_, l_y_))
#   getitem_1 = getitem(cond_1, 0)
#   value = getitem(cond_1, 1)
#   child = tensor(0)
#   cond_fn_0 = cond_fn_0()
#   body_fn_0 = body_fn_0()
#   while_loop = while_loop(cond_fn_0, body_fn_0, (child, l_x_), (l_y_,))
#   count = getitem(while_loop, 0)
#   doubled = getitem(while_loop, 1)
#   x = zeros(2)
#   x_1 = stack([l_x_, l_y_])
#   scan_combine_fn_0 = scan_combine_fn_0()
#   scan = scan(scan_combine_fn_0, [x], [x_1], [])
#   carry = getitem(scan, 0)
#   out = getitem(scan, 1)
#   t = stack([l_x_, l_y_])
#   map_body_0 = map_body_0()
#   map_impl = map_impl(map_body_0, [t], [l_y_])
#   getitem_7 = getitem(map_impl, 0)
#   return (branch, getitem_1, value, count, doubled, carry, out, getitem_7)
# graph 1
#   l_x_: input
#   add = add(l_x_, 1)
#   return (add,)
# expect graphs
# graph 0
#   l_x_: input
#   l_module_parameters_weight_: input
#   l_module_parameters_bias_: input
#   l_y_: input
#   sum_1 = l_x_.sum()
#   gt = gt(sum_1, 0)
#   cond_true_0 = cond_true_0()
#   cond_false_0 = cond_false_0()
#   cond = cond(gt, cond_true_0, cond_false_0, (l_x_, l_module_parameters_bias_, l_module_parameters_weight_, l_y_))
#   branch = getitem(cond, 0)
#   sum_2 = l_x_.sum()
#   gt_1 = gt(sum_2, 0)
#   cond_true_1 = cond_true_1()
#   cond_false_1 = cond_false_1()
#   cond_1 = cond(gt_1, cond_true_1, cond_false_1, (l_x_, l_y_))
#   getitem_1 = getitem(cond_1, 0)
#   value = getitem(cond_1, 1)
#   child = tensor(0)
#   cond_fn_0 = cond_fn_0()
#   body_fn_0 = body_fn_0()
#   while_loop = while_loop(cond_fn_0, body_fn_0, (child, l_x_), (l_y_,))
#   count = getitem(while_loop, 0)
#   doubled = getitem(while_loop, 1)
#   x = zeros(2)
#   l = stack([l_x_, l_y_])
#   scan_combine_fn_0 = scan_combine_fn_0()
#   scan = scan(scan_combine_fn_0, [x], [l], [])
#   carry = getitem(scan, 0)
#   out = getitem(scan, 1)
#   t = stack([l_x_, l_y_])
#   map_body_0 = map_body_0()
#   map_impl = map_impl(map_body_0, [t], [l_y_])
#   getitem_7 = getitem(map_impl, 0)
#   return (branch, getitem_1, value, count, doubled, carry, out, getitem_7)
# graph 1
#   l_x_: input
#   add = add(l_x_, 1)
#   return (add,)
