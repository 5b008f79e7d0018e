"""Which kernels attention may choose from, and in which order, is a mode of the trace: it lasts over graph breaks, reads back
right, and is afterwards as plain Python leaves it."""

import contextlib

import torch
from torch.nn.attention import SDPBackend, sdpa_kernel

attend = torch.nn.functional.scaled_dot_product_attention
BOTH = [SDPBackend.MATH, SDPBackend.FLASH_ATTENTION]


def switches():
    cuda = torch.backends.cuda
    return cuda.flash_sdp_enabled(), cuda.math_sdp_enabled(), cuda.mem_efficient_sdp_enabled(), cuda.cudnn_sdp_enabled()


def order():
    return torch._C._get_sdp_priority_order(), torch.nn.attention._cur_sdpa_kernel_backends(with_priority=True)


def within(x, backends=SDPBackend.MATH, set_priority=False):
    x = x + 1
    with sdpa_kernel(backends, set_priority) as given:
        x = attend(x, x, x)
        inside = switches(), order(), given
    return x * 2, inside, switches(), order()


def broken(x, backends=SDPBackend.MATH, set_priority=False):
    x = x + 1
    with sdpa_kernel(backends, set_priority):
        x = attend(x, x, x)
        torch._dynamo.graph_break()
        x = attend(x, x, x)
        inside = switches(), order()
    return x * 2, inside, switches(), order()


def broken_in_call(x):
    x = x + 1
    with sdpa_kernel(SDPBackend.MATH):
        x, inside = breaking(x)
        x = x * 2
    return x + 1, inside, switches()


def breaking(x):
    x = attend(x, x, x)
    torch._dynamo.graph_break()
    return x + 1, switches()


def nested(x):
    with sdpa_kernel(BOTH, set_priority=True):
        outer = switches(), order()
        with sdpa_kernel([SDPBackend.EFFICIENT_ATTENTION, SDPBackend.MATH]):
            x = attend(x, x, x)
            inner = switches(), order()
            torch._dynamo.graph_break()
            again = switches(), order()
        back = switches(), order()
    return x + 1, outer, inner, again, back, switches(), order()


@sdpa_kernel(BOTH, set_priority=True)
def decorated(x):
    return attend(x, x, x) + 1, switches(), order()


def caught(x):
    try:
        with sdpa_kernel(SDPBackend.MATH):
            x = attend(x, x, x)
            raise ValueError
    except ValueError:
        return x + 1, switches()


def raised(x):
    with sdpa_kernel(SDPBackend.MATH):
        x = attend(x, x, x)
        torch._dynamo.graph_break()
        raise ValueError(x.sum() * 0)


def switched(x):
    before = switches()
    torch.backends.cuda.enable_flash_sdp(False)
    x = attend(x, x, x)
    torch.backends.cuda.enable_mem_efficient_sdp(False)
    between = switches()
    torch.backends.cuda.enable_flash_sdp(True)
    return x + 1, before, between, switches()


def ordered(x):
    torch._C._set_sdp_priority_order([0, 1, 2, 3, 4])
    return attend(x, x, x) + 1, order()


def left_open(x):
    entered = sdpa_kernel(SDPBackend.MATH)
    entered.__enter__()
    return attend(x, x, x), switches(), entered


def refused(x):
    try:
        with sdpa_kernel("MATH"):
            return attend(x, x, x)
    except AssertionError as error:
        return x + 1, str(error)


def put(state):
    flash, math, efficient, cudnn = state[0]
    cuda = torch.backends.cuda
    cuda.enable_flash_sdp(flash), cuda.enable_math_sdp(math), cuda.enable_mem_efficient_sdp(efficient), cuda.enable_cudnn_sdp(cudnn)
    torch._C._set_sdp_priority_order(state[1])


def done(function, *arguments):
    """What it gives and leaves, from the state of now, which is there again afterwards."""
    before = switches(), order()[0]
    try:
        try:
            given = function(*arguments)
        except ValueError as error:
            given = str(error)
        return given, switches(), order()
    finally:
        put(before)


def case(t):
    x = torch.randn(1, 2, 4, 8)
    t.equal(t.compile(broken)(x), broken(x))
    assert len(t.graphs) == 2, len(t.graphs)
    programs = [
        (within,), (within, BOTH), (within, BOTH, True), (broken,), (broken, BOTH), (broken, BOTH, True), (broken_in_call,),
        (nested,), (decorated,), (caught,), (raised,), (switched,), (ordered,), (refused,),
    ]  # fmt: skip
    whole = {within, decorated, caught, switched, ordered, refused}
    for function, *arguments in programs:
        compiled = t.compile(function, fullgraph=function in whole)
        for around in (contextlib.nullcontext(), sdpa_kernel([SDPBackend.EFFICIENT_ATTENTION, SDPBackend.MATH]), contextlib.nullcontext()):
            with around:
                for _ in range(2):
                    t.equal(done(compiled, x, *arguments), done(function, x, *arguments))
    for function in (left_open, t.compile(left_open)):
        y, inside, entered = function(x)
        assert inside == switches() == (False, True, False, False)
        entered.__exit__(None, None, None)
        assert switches() == (True, True, True, True)
