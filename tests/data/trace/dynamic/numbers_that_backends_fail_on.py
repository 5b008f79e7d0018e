"""A backend that cannot work with a number which a tensor holds is given the number, or Python runs the frame."""

import random

import torch


def case(t):
    def remainder(x, a):
        return x * (a % 2.5)

    x = torch.arange(4.0)
    compiled = t.compile(remainder, backend="aot_eager")
    for a in (1.5, 2.25, -0.5, 3.0):
        t.equal(compiled(x, a), remainder(x, a))

    def drawn(x):
        return x * (random.random() % 0.3)

    compiled = t.compile(drawn, backend="aot_eager")
    random.seed(1)
    expected = [drawn(x) for _ in range(3)]
    random.seed(1)
    t.equal([compiled(x) for _ in range(3)], expected)

    def fails(module, inputs):
        raise ValueError("for a reason of its own")

    try:
        t.compile(lambda x, a: x * a, backend=fails)(x, 1.5)
    except Exception as error:
        assert "for a reason of its own" in str(error), error
    else:
        raise AssertionError("the backend's error was lost")


# expect guards
# case.<locals>.remainder
#   ___check_global_state()
#   L['a'] == 1.5
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[4], stride=[1])
#   check_marks(L['x'], {})
# case.<locals>.remainder: another entry
#   - L['a'] == 1.5
#   + L['a'] == 2.25
# case.<locals>.remainder: another entry
#   - L['a'] == 2.25
#   + L['a'] == -0.5
# case.<locals>.remainder: another entry
#   - L['a'] == -0.5
#   + L['a'] == 3.0
