"""A method of a text that an object names: nothing temporary stands behind the guards, so that the second call is a hit."""

import torch


def log_usage(function):
    module = function.__module__
    if not module.startswith("library"):
        module = f"library.{module}"
    return f"{module}.{function.__name__}"


def case(t):
    def fn(x):
        return x + 1, log_usage(log_usage)

    compiled = t.compile(fn, fullgraph=True)
    x = torch.ones(2)
    t.equal(compiled(x), fn(x))
    t.equal(compiled(x), fn(x))
    assert len(t.graphs) == 1


# expect guards
# case.<locals>.fn
#   ___check_global_state()
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['x'], {})
#   ___dict_contains('log_usage', G)
#   ___check_obj_id(G['log_usage'].__code__, …)
#   G['log_usage'].__module__ == 'case_names_of_functions_py'
#   G['log_usage'].__name__ == 'log_usage'
