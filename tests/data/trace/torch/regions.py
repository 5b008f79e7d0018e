"""Regions in the graph: inference mode, choice of attention kernels, deterministic algorithms, profiler names."""

import torch
from torch.nn.attention import SDPBackend, sdpa_kernel


def fn(x):
    with torch.inference_mode():
        inside = x * 2
        modes = torch.is_inference_mode_enabled(), torch.is_grad_enabled()
    with torch.inference_mode(False):
        outside = x * 3
    with sdpa_kernel([SDPBackend.MATH]):
        attended = torch.nn.functional.scaled_dot_product_attention(x, x, x)
    with torch.profiler.record_function("named"):
        named = x * 5
    torch.use_deterministic_algorithms(True)
    deterministic = torch.are_deterministic_algorithms_enabled()
    torch.use_deterministic_algorithms(False)
    return inside + 0, modes, outside, attended, named, deterministic, torch.is_inference_mode_enabled()


@torch.inference_mode()
def decorated(x):
    return x + 1


def case(t):
    x = torch.randn(1, 1, 2, 4)
    t.equal(t.compile(fn, fullgraph=True)(x), fn(x))
    t.equal(t.compile(decorated, fullgraph=True)(x), decorated(x))
    assert not torch.is_inference_mode_enabled()
    assert not torch.are_deterministic_algorithms_enabled()


# expect graphs
# graph 0
#   l_x_: input
#   _enter_inference_mode = _enter_inference_mode(True)
#   inside = mul(l_x_, 2)
#   _exit_inference_mode = _exit_inference_mode(_enter_inference_mode)
#   _enter_inference_mode_1 = _enter_inference_mode(False)
#   outside = mul(l_x_, 3)
#   _exit_inference_mode_1 = _exit_inference_mode(_enter_inference_mode_1)
#   choose_attention = choose_attention([0])
#   attended = scaled_dot_product_attention(l_x_, l_x_, l_x_)
#   restore_attention = restore_attention(choose_attention)
#   named = mul(l_x_, 5)
#   use_deterministic_algorithms = use_deterministic_algorithms(True)
#   use_deterministic_algorithms_1 = use_deterministic_algorithms(False)
#   add = add(inside, 0)
#   return (add, outside, attended, named)
# graph 1
#   l_args_0_: input
#   _enter_inference_mode = _enter_inference_mode(True)
#   add = add(l_args_0_, 1)
#   _exit_inference_mode = _exit_inference_mode(_enter_inference_mode)
#   return (add,)
