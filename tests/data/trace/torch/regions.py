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
#   _backend_from_string = _backend_from_string('MATH')
#   _sdpa_kernel = _sdpa_kernel([_backend_from_string], False)
#   attended = scaled_dot_product_attention(l_x_, l_x_, l_x_)
#   _backend_from_string_1 = _backend_from_string('CUDNN_ATTENTION')
#   _backend_from_string_2 = _backend_from_string('FLASH_ATTENTION')
#   _backend_from_string_3 = _backend_from_string('EFFICIENT_ATTENTION')
#   _backend_from_string_4 = _backend_from_string('MATH')
#   _backend_from_string_5 = _backend_from_string('OVERRIDEABLE')
#   _sdpa_kernel_1 = _sdpa_kernel([_backend_from_string_1, _backend_from_string_2, _backend_from_string_3, _backend_from_string_4, _backend_from_string_5], False)
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
