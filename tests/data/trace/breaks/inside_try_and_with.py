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
