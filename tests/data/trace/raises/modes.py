"""Modes of torch's that the graph has entered when it raises are left as the program leaves them."""

import torch

from raising import agree


def without_gradients(x, i):
    with torch.no_grad():
        y = x[i]
    return y + x.sum()


def caught_around(x, i):
    try:
        with torch.no_grad():
            y = (x * 2)[i]
    except IndexError:
        y = x * torch.is_grad_enabled()
    return y + x.sum()


def caught_inside(x, i):
    with torch.no_grad():
        try:
            y = (x * 2)[i]
        except IndexError:
            y = x * 3
        z = y * 2
    return z, y * x.sum()


def left_on(x, i):
    torch.set_grad_enabled(False)
    y = x[i]
    torch.set_grad_enabled(True)
    return y


def autocast(x, i):
    with torch.autocast("cpu", torch.bfloat16):
        y = x @ x.t()
        y = y[i]
    return y @ y.t()


def autocast_caught(x, i):
    try:
        with torch.autocast("cpu", torch.bfloat16):
            y = (x @ x.t())[i]
    except IndexError:
        y = x @ x.t()
    return y


def inference(x, i):
    with torch.inference_mode():
        y = x * 2
        z = y[i]
    return z


def attention(x, i):
    with torch.nn.attention.sdpa_kernel(torch.nn.attention.SDPBackend.MATH):
        y = torch.nn.functional.scaled_dot_product_attention(x[None], x[None], x[None])[0]
        return y[i]


def cudnn(x, i):
    with torch.backends.cudnn.flags(enabled=False, deterministic=True):
        return (x * 2)[i]


def recorded(x, i):
    with torch.autograd.profiler.record_function("mine"):
        return (x * 2)[i]


def state():
    from torch.nn.attention import _cur_sdpa_kernel_backends

    cudnn = torch.backends.cudnn
    return [str(b) for b in _cur_sdpa_kernel_backends()], cudnn.enabled, cudnn.deterministic, torch.get_autocast_dtype("cpu")


def case(t):
    programs = (without_gradients, caught_around, caught_inside, left_on, autocast, autocast_caught, inference, attention, cudnn, recorded)
    for program in programs:

        def make(program=program):
            torch.set_grad_enabled(True)
            x, good, bad = torch.randn(4, 4, requires_grad=program is not inference), torch.tensor([0, 1]), torch.tensor([1, 9])
            return program, [(x, good), (x, bad), (x, good), (x, bad)], state

        try:
            agree(t, make)
        finally:
            torch.set_grad_enabled(True)
