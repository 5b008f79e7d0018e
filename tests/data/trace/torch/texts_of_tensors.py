"""The text of a tensor is made once the graph has run, if anybody wants it, and says what the tensor was then."""

import torch


def check(condition, message):
    torch._check_tensor_all(condition)
    assert isinstance(message, str) and callable(len)


def unwanted(x):
    count = (x > 0).sum()
    check(count >= 0, f"{count} of {x.shape[0]} are positive: {x}")
    return x + 1


def returned(x):
    total = x.sum()
    return x * 2, f"{total:>8.2f}|{x}|{total!r}|" f"{str(x)}"


def collected(x, log):
    y = x * 2
    log.append(f"y is {y}")
    log.append({"mean": f"{y.mean()}"})
    return y + 1


def changed_after(x):
    y = x * 2
    text = f"{y}"
    y.add_(1)
    return y, text


def refused(x):
    try:
        return f"{x:.2f}"
    except TypeError as error:
        return str(error)


def compared(x):
    text = f"{x.sum()}"
    return x + (1 if text == "3.0" else 2), text in {"3.0": 1}, len(text)


def raised(x):
    y = x + 1
    if x.shape[0] == 3:
        raise ValueError(f"sum {y.sum()} of {y}")
    return y


def case(t):
    x = torch.ones(3)
    for fn in unwanted, collected:
        log, expected = [], []
        more = (log,) if fn is collected else ()
        t.equal(t.compile(fn, fullgraph=True)(x, *more), fn(x, *((expected,) if more else ())))
        assert log == expected, log
    assert t.ops(0) == ["gt", "sum", "ge", "_check_tensor_all", "add"], t.ops(0)
    for fn in returned, changed_after, refused, compared:
        t.equal(t.compile(fn)(x), fn(x))
    try:
        t.compile(raised)(x)
    except ValueError as error:
        assert str(error) == "sum 6.0 of tensor([2., 2., 2.])"
    else:
        raise AssertionError("an error is raised")


# expect breaks
# line 31: the text of a tensor, which is another at the end
# line 38: the text of a tensor is known only when it is computed
# line 45: call of __eq__ with a str object, which is not known while tracing
# line 51: the traced program raises a ValueError object
