"""By hand: the text of a torch._check that fails is that of torch, a message may be a text, and arguments have torch's names."""

import torch


def failing(x):
    found = []
    for attempt in (
        lambda: torch._check(x.shape[0] > 5),
        lambda: torch._check(x.shape[0] > 5, lambda: "short"),
        lambda: torch._check(x.shape[0] > 5, lambda: 5),
        lambda: torch._check(x.shape[0] > 5, "a text"),
        lambda: torch._check(1),
        lambda: torch._check_value(x.shape[0] > 5, lambda: "value"),
        lambda: torch._check_index(x.shape[0] > 5),
        lambda: torch._check_with(OSError, x.shape[0] > 5, lambda: "of another class"),
        lambda: torch._check_with(UserWarning, x.shape[0] > 5, lambda: "a warning"),
        lambda: torch._check_is_size(x.shape[0], max=1),
        lambda: torch._check(cond=x.shape[0] < 5, message=None),
        lambda: torch._check_is_size(i=x.shape[0]),
        lambda: torch._check_with(error_type=ValueError, cond=True, message=None),
    ):
        try:
            found.append(attempt())
        except Exception as error:
            found.append((type(error), str(error)))
    return x + 1, found


def case(t):
    for dynamic in None, True:
        run = t.compile(failing, dynamic=dynamic, fullgraph=True)
        for size in 3, 4:
            x = torch.arange(float(size))
            t.equal(run(x), failing(x))
