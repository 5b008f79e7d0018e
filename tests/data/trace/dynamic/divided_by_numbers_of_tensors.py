"""Numbers read out of tensors divide, are raised to powers and compared in one graph. What Python refuses or gives another
kind of number for is checked when the graph runs: then the function runs as it is written."""

import alternator
import torch


def reciprocal(x, t):
    return x * (1 / t.item())


def ratio(x, t):
    return x * (t.sum().item() / t.item())


def whole(x, t):
    n = t.long().item()
    return x * (7 // n) + 7 % n + 3 / n


def root(x, t):
    return x * t.item() ** 0.5


def inverse_root(x, t):
    return x * t.item() ** -0.8


def inverse(x, t):
    return x * t.item() ** -1


def limited(x, t):
    n = t.long().item()
    return x * min(n, 2) * max(1, n) * min(0.5, t.item())


def remainders(x, t):
    n, number = t.long().item(), t.item()
    return x * (number % 0.75) + (7 % max(n, 1)) % 0.5


def below_zero(x, t):
    return x * abs(min(t.item(), -1.5) ** 0.5)


def outcome(fn, *arguments):
    try:
        return fn(*arguments)
    except ZeroDivisionError as error:
        return str(error)


def case(t):
    x = torch.ones(2)
    numbers = 2.0, 3.0, 0.0, -2.0, 5.0
    with alternator.config.patch(capture_scalar_outputs=True):
        for backend in t.backend, "aot_eager", "inductor":
            for fn in reciprocal, ratio, whole, root, inverse_root, inverse, limited:
                # Inductor leaves checks of floats out there.
                if backend == "inductor" and t.release < (2, 13) and fn not in (whole, limited):
                    continue
                compiled = t.compile(fn, backend=backend, fullgraph=True)
                for number in numbers:
                    given = torch.tensor(number)
                    expected, found = outcome(fn, x, given), outcome(compiled, x, given)
                    if isinstance(expected, str):
                        assert found == expected, (fn.__name__, backend, number, found)
                    else:
                        torch.testing.assert_close(found, expected, msg=f"{fn.__name__}({number}) by {backend}: {found}")

        # What torch's passes do not know, or see to be wrong, is left to Python.
        for backend in t.backend, "aot_eager":
            for fn in remainders, below_zero:
                compiled = t.compile(fn, backend=backend)
                for number in numbers:
                    given = torch.tensor(number)
                    torch.testing.assert_close(compiled(x, given), fn(x, given))
