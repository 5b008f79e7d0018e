"""torch._dynamo.comptime: what a program asks while it is compiled is answered, once, by the trace as it stands."""

import programs

PROGRAM = """
import torch
import torch._dynamo
from torch._dynamo.comptime import comptime

if tuple(map(int, torch.__version__.split(".")[:2])) < (2, 13):  # Tensors were printed as fakes are.
    import builtins
    printed = builtins.print
    builtins.print = lambda *values, **options: printed(
        *(str(value).replace("FakeTensor(..., size=(3,))", "Tensor(shape=(3,), dtype=torch.float32)") for value in values), **options
    )

def run(what, function, *arguments, **settings):
    torch._dynamo.reset()
    print("#", what)
    compiled = torch.compile(function, backend="eager", **settings)
    try:
        print(compiled(*arguments), compiled(*arguments))
    except Exception as error:
        print(next(c.__name__ for c in type(error).__mro__ if c.__module__.startswith(("torch", "builtins"))))

x = torch.ones(3)

def shows(x, n):
    y = x + 1
    comptime.print(y)
    comptime.print(n)
    comptime.print_value_stack()
    z = y + comptime.print_value_stack_and_return(y * 2)
    comptime.print_locals()
    comptime.assert_static(n)
    return z * n

run("prints", shows, x, 2, fullgraph=True)

seen = []

def asks(ctx):
    y, n = ctx.get_local("y"), ctx.get_local("n")
    seen.append((y.python_type(), y.size(0), y.is_python_constant(), n.as_python_constant(), n.is_dynamic()))
    print(ctx.get_local("x", stacklevel=1))

def inner(y, n):
    comptime(asks, lambda: print("not compiled"))
    comptime(lambda ctx: print("y is", ctx.get_local("y")))
    comptime(lambda ctx: seen.append("closed over") if seen else None)
    return y * n

def outer(x):
    return inner(x + 1, 3) - 1

outer(x)
run("asks", outer, x, fullgraph=True)
print(seen)

def sizes(x):
    n = x.shape[0]
    comptime.assert_static(n)
    return x * n

run("a dynamic size", sizes, x, dynamic=True)
run("a static size", sizes, x)

def forces(x):
    n = x.shape[0]
    comptime.force_static(n)
    comptime.assert_static(n)
    return x * n

run("a size made static", forces, x, dynamic=True)

def breaks(x):
    x = x + 1
    comptime(lambda ctx: ctx.graph_break("for a reason"))
    return x * 2

run("a break", breaks, x)
run("a break that may not be", breaks, x, fullgraph=True)

def raises(x):
    comptime(lambda ctx: {}["nothing"])
    return x + 1

def where(x):
    comptime.print_bt()
    return x + 1

import contextlib, io
with contextlib.redirect_stdout(io.StringIO()) as text:
    torch.compile(lambda x: where(x) * 2, backend="eager")(x)
print("in where" in text.getvalue(), "comptime.print_bt()" in text.getvalue())
with contextlib.redirect_stdout(io.StringIO()) as text:
    torch.compile(lambda x: (x + 1, comptime.print_guards())[0], backend="eager")(x)
print("TENSOR_MATCH" in text.getvalue() or "L['x']" in text.getvalue())
try:
    torch.compile(raises, backend="eager")(x)
except Exception as error:
    print("nothing" in str(error))
"""


def case(t):
    programs.compare(PROGRAM)


# expect captured
# nothing
