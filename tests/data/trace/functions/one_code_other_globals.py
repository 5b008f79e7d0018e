"""Functions of one code may have globals of their own: what was compiled for one does not serve another."""

import types

import torch

scale, kept = 2, []


def scaled(x):
    global last
    last = x.shape[0]
    return x * scale, kept


def twin(function, **names):
    return types.FunctionType(function.__code__, {"__builtins__": __builtins__, **names})


def case(t):
    x = torch.ones(2)
    other = twin(scaled, scale=2, kept=[])
    compiled = []
    for function in (scaled, other, twin(scaled, scale=5, kept=[]), scaled):
        function.__globals__.pop("last", None)
        compiled.append(t.compile(function))
        result, found = compiled[-1](x)
        t.equal(result, x * function.__globals__["scale"])
        assert found is function.__globals__["kept"] and function.__globals__["last"] == 2
    # The first and the last are one function: its entry still served.
    assert len(t.graphs) == 3


# expect guards
# scaled
#   ___check_global_state()
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['x'], {})
#   ___dict_contains('scale', G)
#   G['scale'] == 2
#   ___dict_contains('kept', G)
#   of libraries: 2
# scaled: another entry
# scaled: another entry
#   - G['scale'] == 2
#   + ___is_int(G['scale']) == True
