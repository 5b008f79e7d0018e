"""Who answers for torch's functions is asked while tracing: subclasses of tensors, other classes, modes."""

import torch
from torch.overrides import TorchFunctionMode, handle_torch_function, has_torch_function


class Plain(torch.Tensor):
    scale = 3


class Noted(torch.Tensor):
    names = []

    @classmethod
    def __torch_function__(cls, function, types, args=(), kwargs=None):
        if function is torch.Tensor.add:
            function = torch.Tensor.sub
        return super().__torch_function__(function, types, args, kwargs)


class Refusing(torch.Tensor):
    @classmethod
    def __torch_function__(cls, function, types, args=(), kwargs=None):
        if len(types) > 1:
            return NotImplemented
        return super().__torch_function__(function, types, args, kwargs)


class Wrapper:
    def __init__(self, tensor):
        self.tensor = tensor

    @classmethod
    def __torch_function__(cls, function, types, args=(), kwargs=None):
        args = [a.tensor if isinstance(a, Wrapper) else a for a in args]
        return Wrapper(function(*args, **(kwargs or {})))


class Diagonal:
    """The class of torch's own example, whose functions stand in a table."""

    known = {}

    def __init__(self, size, value):
        self.size, self.value = size, value

    @classmethod
    def __torch_function__(cls, function, types, args=(), kwargs=None):
        if function not in cls.known or not all(issubclass(kind, (torch.Tensor, Diagonal)) for kind in types):
            return NotImplemented
        return cls.known[function](*args, **(kwargs or {}))


def implements(function):
    def register(code):
        Diagonal.known[function] = code
        return code

    return register


@implements(torch.mean)
def mean(diagonal):
    return diagonal.value / diagonal.size


@implements(torch.mm)
def mm(left, right):
    return left * right.value if isinstance(right, Diagonal) else right * left.value


@implements(torch.Tensor.add)
def add(left, right):
    return Diagonal(right.size, right.value + 1)


class Swapped(TorchFunctionMode):
    def __init__(self, count=0):
        super().__init__()
        self.count = count

    def __torch_function__(self, function, types, args=(), kwargs=None):
        self.count += 1
        if function is torch.Tensor.add or function is torch.add:
            function = torch.mul
        return function(*args, **(kwargs or {}))


def operators(x):
    y = (x + 1) * x - 2
    y += x
    return y, -y, 2 / y, y > 0, y[0], x @ x, y.shape, len(y)


def functions(x):
    y = torch.cat([x, torch.nn.functional.relu(x)])
    first, *rest = y.split(2)
    return first.T, rest, y.dtype, [row.sum() for row in x], torch.stack([x, x]).mean()


def classes(x):
    y = x.sin()
    plain = y.as_subclass(torch.Tensor)
    return type(y) is type(x), isinstance(y, torch.Tensor), type(plain) is torch.Tensor, plain + 1, getattr(y, "scale", 0)


def disabled(x):
    with torch._C.DisableTorchFunctionSubclass():
        y = x + 1
    return y * 2


def states(x):
    seen = [torch._C._is_torch_function_enabled(), torch._C._is_torch_function_all_disabled()]
    with torch._C.DisableTorchFunction():
        y = x + 1
        seen += [torch._C._is_torch_function_enabled(), torch._C._is_torch_function_all_disabled()]
        seen += [torch._C._is_torch_function_mode_enabled(), torch._C._has_torch_function((x,))]
    return y, seen, torch._C._has_torch_function_unary(x), torch._C._has_torch_function_variadic(1, x)


def written(x):
    y = x.clone()
    y.add_(1)
    y[0] = 5
    x.mul_(2)
    return x, y


def mixed(x):
    return torch.add(x, torch.ones(3, 3).as_subclass(Plain)), x.new_zeros(2), torch.ones(2) + x.sum()


def made(x):
    return x.as_subclass(Noted) + 1


def wrapped(x):
    return torch.add(Wrapper(x), torch.exp(Wrapper(x))).tensor


def tabled(x):
    diagonal = Diagonal(3, x.sum())
    total = x + diagonal
    return torch.mean(diagonal), torch.mm(x, diagonal), torch.mm(diagonal, x), total.value


def own(x):
    if has_torch_function((x,)):
        return handle_torch_function(own, (x,), x)
    return x + 1


def asked(x):
    return own(Wrapper(x)).tensor


def moded(x):
    with Swapped() as outer:
        y = x + 3
        with Swapped(5) as inner:
            z = torch.add(y, 2).sin()
        size = z.size()
    return torch.add(z, 1), outer.count, inner.count, size, torch.ones(2) + 1


def broken(x):
    with Swapped() as mode:
        y = torch.add(x, 3)
        print("in between")
        y = torch.add(y, 3)
    return torch.add(y, 3), mode.count


def case(t):
    def check(fn, make, breaks=0, **options):
        found, expected = make(), make()
        outcome = t.compile(fn, **options)
        for _ in range(2):
            results = outcome(found), fn(expected)
            t.equal(results[0], results[1])
            kinds = [[type(part) for part in result] if isinstance(result, tuple) else type(result) for result in results]
            assert kinds[0] == kinds[1], (fn, kinds)
            t.equal(found.as_subclass(torch.Tensor), expected.as_subclass(torch.Tensor))

    def of(kind):
        return lambda: torch.arange(9.0).view(3, 3).as_subclass(kind)

    for backend in t.backend, "aot_eager":
        for fn in operators, functions, classes, disabled, states, written, mixed:
            for kind in Plain, Noted, Refusing:
                # Until torch 2.14, what aot_eager makes of this refuses a tensor of a subclass, with torch.compile as well.
                if fn is written and backend == "aot_eager" and t.release < (2, 15):
                    continue
                if fn is not mixed or kind is Plain:
                    check(fn, of(kind), backend=backend)
        for fn in made, wrapped, tabled, asked, moded:
            check(fn, of(torch.Tensor), backend=backend, fullgraph=True)
        check(broken, of(torch.Tensor), backend=backend)


# expect breaks
# line 170: call of builtin_function_or_method print: it writes to a file
# overrides.py: a torch-function mode from outside is left
# line 170: call of builtin_function_or_method print: it writes to a file
# overrides.py: a torch-function mode from outside is left
