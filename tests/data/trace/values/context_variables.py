"""Context variables are read, and guarded."""

import contextvars

import torch

depth = contextvars.ContextVar("depth", default=2)
empty = contextvars.ContextVar("empty")


def in_context(x):
    return x * depth.get(), depth.get(5)


def without_a_value(x):
    return x + empty.get(3)


def case(t):
    x = torch.ones(2)
    compiled = t.compile(in_context, fullgraph=True)
    for value in (2, 3, 3, 2):
        token = depth.set(value)
        t.equal(compiled(x), in_context(x))
        t.equal(contextvars.Context().run(compiled, x), contextvars.Context().run(in_context, x))
        depth.reset(token)
    # With the value 2, with 3, and where nothing was set.
    assert len(t.graphs) == 3, len(t.graphs)
    compiled = t.compile(without_a_value)
    t.equal(compiled(x), x + 3)
    empty.set(7)
    t.equal(compiled(x), x + 7)


# expect guards
# in_context
#   ___check_global_state()
#   ___dict_contains('depth', G)
#   ___check_type_id(G['depth'], …), type=<class '_contextvars.ContextVar'>
#   (G['depth'] in contextvars.copy_context()) == True
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['x'], {})
#   G['depth'].get() == 2
# in_context: another entry
#   - (G['depth'] in contextvars.copy_context()) == True
#   + (G['depth'] in contextvars.copy_context()) == False
# in_context: another entry
#   - (G['depth'] in contextvars.copy_context()) == False
#   - G['depth'].get() == 2
#   + (G['depth'] in contextvars.copy_context()) == True
#   + ___is_int(G['depth'].get()) == True
# without_a_value
#   ___check_global_state()
#   ___dict_contains('empty', G)
#   ___check_type_id(G['empty'], …), type=<class '_contextvars.ContextVar'>
#   (G['empty'] in contextvars.copy_context()) == False
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=False, size=[2], stride=[1])
#   check_marks(L['x'], {})
# without_a_value: another entry
#   - (G['empty'] in contextvars.copy_context()) == False
#   + (G['empty'] in contextvars.copy_context()) == True
#   + G['empty'].get() == 7
