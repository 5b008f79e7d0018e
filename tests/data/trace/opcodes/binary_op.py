"""Every binary operator, in place and not."""

import torch


def fn(x, n):
    y = x + n - 2 * x / 3
    y = (y // 2) % 5 ** 1
    y @= torch.eye(3)
    y += 1
    y -= x
    y *= 2
    k = (n << 2 | 1) & 0xFF ^ 3
    k >>= 1
    return y * k


calls = [(torch.randn(3, 3), 4), (torch.randn(3, 3), 4)]


# expect graphs
# graph 0
#   l_x_: input
#   add = add(l_x_, 4)
#   mul = mul(2, l_x_)
#   truediv = truediv(mul, 3)
#   y = sub(add, truediv)
#   floordiv = floordiv(y, 2)
#   y_1 = mod(floordiv, 5)
#   eye = eye(3)
#   y_2 = matmul(y_1, eye)
#   y_3 = iadd(y_2, 1)
#   y_4 = isub(y_3, l_x_)
#   y_5 = imul(y_4, 2)
#   mul_1 = mul(y_5, 9)
#   return (mul_1,)
# expect breaks
