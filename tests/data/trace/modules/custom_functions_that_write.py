"""A custom function may write into an argument and give it back, which is the argument then."""

import torch
from torch.autograd import Function


class Increment(Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.mark_dirty(x)
        x.add_(factor)
        return x, x * 2

    @staticmethod
    def backward(ctx, gradient, other):
        return gradient * 3 + other, None


class Withheld(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.mark_dirty(x)
        x.add_(1)
        return x * 2

    @staticmethod
    def backward(ctx, gradient):
        return gradient


def written(x):
    y = x * 2
    view = y[0]
    z, double = Increment.apply(y, 3)
    return z.sin() + y + double, z is y, view * 1


def run(fn):
    x = torch.arange(3.0, requires_grad=True)
    results = fn(x)
    results[0].sum().backward()
    return *results, x.grad


def case(t):
    for backend in t.backend, "aot_eager":
        t.equal(run(t.compile(written, fullgraph=True, backend=backend)), run(written))

    def withheld(x):
        return Withheld.apply(x * 1)

    try:
        t.compile(withheld, fullgraph=True)(torch.ones(3, requires_grad=True))
    except Exception as error:
        assert "does not give back what it writes into" in str(error)


# expect guards
# written
#   ___check_global_state()
#   check_tensor(L['x'], Tensor, DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU, AutocastCPU), torch.float32, device=None, requires_grad=True, size=[3], stride=[1])
#   check_marks(L['x'], {})
#   ___dict_contains('Increment', G)
#   ___check_obj_id(G['Increment'], …), value=<class 'case_custom_functions_that_write_py.Increment'>
#   ___check_type_id(G['Increment'], …), type=<class 'torch.autograd.function.FunctionMeta'>
#   _PyType_Lookup(<class 'case_custom_functions_that_write_py.Increment'>, 'apply') is <classmethod_descriptor apply>
#   _PyType_Lookup(<class 'case_custom_functions_that_write_py.Increment'>, 'setup_context') is <staticmethod object>
#   ___check_obj_id(Increment.setup_context.__code__, …)
#   _PyType_Lookup(<class 'case_custom_functions_that_write_py.Increment'>, 'forward') is <staticmethod object>
#   ___check_obj_id(<staticmethod object>.__func__, …), value=<function Increment.forward>
#   ___check_obj_id(Increment.forward.__code__, …)
#   _PyType_Lookup(<class 'case_custom_functions_that_write_py.Increment'>, 'backward') is <staticmethod object>
#   ___check_obj_id(<staticmethod object>.__func__, …), value=<function Increment.backward>
#   ___check_obj_id(Increment.backward.__code__, …)
#   not ___dict_contains('__wrapped__', Increment.backward.__dict__)
#   ___check_obj_id(Increment.backward.__code__, …), value=<code object>
#   _PyType_Lookup(<class 'case_custom_functions_that_write_py.Increment'>, 'vjp') is <staticmethod object>
#   ___check_obj_id(Increment.vjp.__code__, …)
#   <class 'case_custom_functions_that_write_py.Increment'> is G['Increment']
#   builtins: any, dict, enumerate, getattr, hasattr, isinstance, len, range, reversed, super, tuple, type, vars, zip
#   of libraries: 208
# written: another entry
