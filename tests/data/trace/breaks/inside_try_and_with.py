"""A break inside `try` and `with` leaves handlers and managers in place."""

import torch


def fn(x, log):
    try:
        with torch.no_grad():
            y = x * 2
            log.append(print(end=""))
            z = y + x
            if len(log) == 1:
                raise ValueError("after the break")
    except ValueError as error:
        log.append(str(error))
        z = x
    finally:
        log.append("end")
    return z + 1, z.requires_grad


calls = [(torch.randn(2, requires_grad=True), []), (torch.randn(2, requires_grad=True), [0])]


# expect graphs
# graph 0
#   l_x_: input
#   _set_grad_enabled = _set_grad_enabled(False)
#   y = mul(l_x_, 2)
#   return (y,)
# graph 1
#   l_x_: input
#   _set_grad_enabled = _set_grad_enabled(True)
#   add_1 = add(l_x_, 1)
#   return (add_1,)
# graph 2
#   l_y_: input
#   l_x_: input
#   z = add(l_y_, l_x_)
#   _set_grad_enabled = _set_grad_enabled(True)
#   add_1 = add(z, 1)
#   return (add_1,)
# expect breaks
# line 10: call of builtin_function_or_method print: it writes to a file
