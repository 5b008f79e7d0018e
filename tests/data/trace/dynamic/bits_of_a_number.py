"""The bits that a changing number has in common with a known one are divisions; no number has a graph of its own."""

import torch


def fn(x, number):
    masked = number & 3, number & 0b11010, -2 & number, number & -8
    joined = number | 8, 5 | number, number ^ 5, number ^ -1
    number &= 12
    return x + sum(masked) + sum(joined), masked, joined, number


calls = [(torch.arange(3.0), number) for number in (3, 10, -7, 21, 64, -1000)]


# expect graphs
# graph 0
#   l_x_: input
#   add = add(l_x_, 7)
#   add_1 = add(add, 20)
#   return (add_1,)
# graph 1
#   l_x_: input
#   l_number_: input
#   mul = mul(2, l_number_)
#   mod = mod(l_number_, 4)
#   add = add(mul, mod)
#   floordiv = floordiv(l_number_, 2)
#   mod_1 = mod(floordiv, 2)
#   mul_1 = mul(2, mod_1)
#   add_1 = add(add, mul_1)
#   floordiv_1 = floordiv(l_number_, 8)
#   mod_2 = mod(floordiv_1, 4)
#   mul_2 = mul(8, mod_2)
#   add_2 = add(add_1, mul_2)
#   mod_3 = mod(l_number_, 2)
#   sub = sub(add_2, mod_3)
#   mod_4 = mod(l_number_, 8)
#   sub_1 = sub(sub, mod_4)
#   add_3 = add(l_x_, sub_1)
#   mul_3 = mul(2, l_number_)
#   mod_5 = mod(l_number_, 2)
#   mul_4 = mul(3, mod_5)
#   sub_2 = sub(mul_3, mul_4)
#   floordiv_2 = floordiv(l_number_, 8)
#   mod_6 = mod(floordiv_2, 2)
#   mul_5 = mul(8, mod_6)
#   sub_3 = sub(sub_2, mul_5)
#   floordiv_3 = floordiv(l_number_, 4)
#   mod_7 = mod(floordiv_3, 2)
#   mul_6 = mul(12, mod_7)
#   sub_4 = sub(sub_3, mul_6)
#   add_4 = add(sub_4, 17)
#   add_5 = add(add_3, add_4)
#   mod_8 = mod(l_number_, 4)
#   floordiv_4 = floordiv(l_number_, 2)
#   mod_9 = mod(floordiv_4, 2)
#   mul_7 = mul(2, mod_9)
#   floordiv_5 = floordiv(l_number_, 8)
#   mod_10 = mod(floordiv_5, 4)
#   mul_8 = mul(8, mod_10)
#   add_6 = add(mul_7, mul_8)
#   mod_11 = mod(l_number_, 2)
#   sub_5 = sub(l_number_, mod_11)
#   mod_12 = mod(l_number_, 8)
#   sub_6 = sub(l_number_, mod_12)
#   floordiv_6 = floordiv(l_number_, 8)
#   mod_13 = mod(floordiv_6, 2)
#   mul_9 = mul(8, mod_13)
#   sub_7 = sub(l_number_, mul_9)
#   add_7 = add(sub_7, 8)
#   mod_14 = mod(l_number_, 2)
#   sub_8 = sub(l_number_, mod_14)
#   floordiv_7 = floordiv(l_number_, 4)
#   mod_15 = mod(floordiv_7, 2)
#   mul_10 = mul(4, mod_15)
#   sub_9 = sub(sub_8, mul_10)
#   add_8 = add(sub_9, 5)
#   mod_16 = mod(l_number_, 2)
#   mul_11 = mul(2, mod_16)
#   sub_10 = sub(l_number_, mul_11)
#   floordiv_8 = floordiv(l_number_, 4)
#   mod_17 = mod(floordiv_8, 2)
#   mul_12 = mul(8, mod_17)
#   sub_11 = sub(sub_10, mul_12)
#   add_9 = add(sub_11, 5)
#   neg = neg(l_number_)
#   sub_12 = sub(neg, 1)
#   return (add_5, mod_8, add_6, sub_5, sub_6, add_7, add_8, add_9, sub_12)
# expect breaks
# expect guards
# fn
#   ___check_global_state()
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[3], stride=[1])
#   check_marks(L['x'], {})
#   L['number'] == 3
#   check_nothing_shows_when_let_go(L['number'])
#   builtins: bytearray, bytes, int, iter, str, sum, type
#   of libraries: 11
# fn: another entry
#   - L['number'] == 3
#   + ___is_int(L['number']) == True
