"""What torch keeps for the process and the thread, each part named when it changes."""

import contextlib

import torch

from alternator import _engine


@contextlib.contextmanager
def setting(setter, value, before):
    setter(value)
    try:
        yield
    finally:
        setter(before)


def case(t):
    assert _engine.GuardProbe.is_native() == (True, True)
    probe = _engine.GuardProbe({}, [((None,), "GLOBAL_STATE", None)])
    assert "___check_global_state()" in probe.text() and "| +- GLOBAL_STATE: " in probe.tree()
    contexts = [
        (torch.no_grad(), "grad_mode was True, and is False"),
        (torch.inference_mode(), "grad_mode"),
        (torch.autocast("cpu"), "autocast was off, and is on (cpu: torch.bfloat16)"),
        (setting(torch.set_default_dtype, torch.float64, torch.float32), "default_dtype was torch.float32, and is torch.float64"),
        (setting(torch.set_default_device, "meta", None), "default_device was None, and is device(type='meta')"),
        (setting(torch.use_deterministic_algorithms, True, False), "deterministic_algorithms was False, and is True"),
        (setting(torch.set_num_threads, torch.get_num_threads() + 1, torch.get_num_threads()), "num_threads"),
        (torch._C.DisableTorchFunctionSubclass(), "torch_function was 0, and is 1"),
        (torch._C.DisableTorchFunction(), "torch_function was 0, and is 2"),
        (torch.overrides.BaseTorchFunctionMode(), "mode stack was [], and is [BaseTorchFunctionMode]"),
        (torch.autograd.graph.save_on_cpu(), "saved tensor hooks"),
    ]
    for context, says in contexts:
        assert probe.check({}), probe.failure({})
        with context:
            why = probe.failure({})
        assert why and says in why, (says, why)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        inside = _engine.GuardProbe({}, [((None,), "GLOBAL_STATE", None)])
        assert inside.check({})
    with torch.autocast("cpu", dtype=torch.float16):
        assert "torch.float16" in inside.failure({})
    seen = []
    torch.func.vmap(lambda x: seen.append(probe.check({})) or x)(torch.ones(2))
    assert seen == [False] and probe.check({})
    for rule, context in (("GRAD_MODE", torch.no_grad()), ("INFERENCE_MODE", torch.inference_mode()),
                          ("AUTOCAST", torch.autocast("cpu")), ("TORCH_FUNCTION_MODES", torch.device("meta")),
                          ("TORCH_FUNCTION_STATE", torch._C.DisableTorchFunction()),
                          ("SAVED_TENSORS_HOOKS", torch.autograd.graph.save_on_cpu()),
                          ("DEFAULT_DTYPE", setting(torch.set_default_dtype, torch.float64, torch.float32)),
                          ("DEFAULT_DEVICE", setting(torch.set_default_device, "meta", None)),
                          ("DETERMINISTIC_ALGORITHMS", setting(torch.use_deterministic_algorithms, True, False))):
        one = _engine.GuardProbe({}, [((None,), rule, None)])
        assert one.check({}), rule
        with context:
            assert one.failure({}), rule
    assert _engine.GuardProbe({}, [((None,), "FUNCTORCH_STACK_MATCH", None)]).check({})
