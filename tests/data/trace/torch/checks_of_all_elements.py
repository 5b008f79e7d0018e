"""torch._check_tensor_all checks as the graph runs."""

import torch


def checked(x):
    torch._check_tensor_all(x >= 0, lambda: "negative")
    return x + 1


def case(t):
    run = t.compile(checked, fullgraph=True)
    t.equal(run(torch.ones(2)), torch.full((2,), 2.0))
    assert len(t.graphs) == 1
    try:
        run(-torch.ones(2))
    except RuntimeError:
        pass
    else:
        raise AssertionError("not checked")
    try:
        t.compile(checked)(-torch.ones(2))
    except RuntimeError as error:
        assert str(error) == "negative", error
