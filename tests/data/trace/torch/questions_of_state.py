"""What torch is doing just now: compiling, and none of what traces programs otherwise."""

import torch
from torch.fx.experimental.symbolic_shapes import guard_or_false, guard_or_true

import alternator


def asked():
    return (
        torch.jit.is_tracing(), torch.jit.is_scripting(), torch.onnx.is_in_onnx_export(), torch.fx._symbolic_trace.is_fx_tracing(),
        torch.fx._symbolic_trace.is_fx_symbolic_tracing(), torch.compiler.is_exporting(), torch._C._is_fwd_grad_enabled(),
        torch._C._functorch.maybe_current_level(), torch._C._get_deterministic_algorithms(), torch.is_inference_mode_enabled(),
    )  # fmt: skip


def compiling():
    from torch._dynamo.external_utils import is_compiling

    return torch.compiler.is_compiling(), torch.compiler.is_dynamo_compiling(), alternator.api.is_compiling(), is_compiling()


def overridden(x):
    from torch.overrides import has_torch_function, has_torch_function_unary, has_torch_function_variadic, is_tensor_like

    return has_torch_function((x,)), has_torch_function_unary(x), has_torch_function_variadic(x, x), is_tensor_like(x), is_tensor_like(3)


def logged():
    return torch._C._log_api_usage_once("a case"), torch._C._log_api_usage_metadata("a case", {"of": "logging"})


def asserted(x):
    torch._assert(x.dim() == 1, "one dimension")
    torch._check_is_size(x.shape[0])
    torch._check_is_size(x.shape[0], max=10)
    try:
        torch._assert(x.dim() == 7, "seven dimensions")
    except AssertionError as error:
        return str(error), x + 1


def too_large(x):
    torch._check_is_size(x.shape[0], max=1)
    return x + 1


def unguarded(x):
    several = x + 1 if guard_or_false(x.shape[0] > 2) else x - 1
    return several * 2 if guard_or_true(x.shape[0] > 2) else several * 3


def only_data_knows(x):
    n = x.sum().item()
    return guard_or_false(n > 3), guard_or_true(n > 3), x + n


def case(t):
    x = torch.ones(3)
    t.equal(t.compile(lambda x: (asked(), x + 1), fullgraph=True)(x)[0], asked())
    t.equal(t.compile(lambda x: (compiling(), x + 1), fullgraph=True)(x)[0], (True, True, True, True))
    for function in (overridden, asserted, unguarded):
        for dynamic in (False, True):
            t.equal(t.compile(function, fullgraph=True, dynamic=dynamic)(x), function(x))
    t.compile(lambda x: (logged(), x + 1), fullgraph=True)(x)
    for function in (too_large, t.compile(too_large)):
        try:
            function(x)
        except RuntimeError:
            continue
        raise AssertionError("a size that is too large went through")
    with alternator.config.patch(capture_scalar_outputs=True):
        found = t.compile(only_data_knows, fullgraph=True)(x.int())
    t.equal(found, (False, True, x.int() + 3))
