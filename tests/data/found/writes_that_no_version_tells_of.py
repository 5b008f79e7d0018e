"""What a graph wrote before an operator of it raises is undone before the frame runs as written, also where no version tells of
the write: by `.data`, another memory for a tensor, running statistics."""

import torch
import torch.nn.functional as F


def by_data(t, x, k):
    t.data.add_(1)
    return x[torch.tensor([k])]


def by_view_of_data(t, x, k):
    t.detach().view(2, 2).data.mul_(3)
    return x[torch.tensor([k])]


def replaced(t, x, k):
    t.data = t.data * 2
    return x[torch.tensor([k])]


def replaced_under_a_handler(t, x, k):
    try:
        t.data = t.data * 2
        return x[torch.tensor([k])]
    except IndexError:
        return t + 1


def descent(t, x, k):
    t.data.sub_(x[0], alpha=0.5)
    return x[torch.tensor([k])]


def statistics(t, x, k):
    y = F.batch_norm(x, t, torch.ones(4), training=True)
    return y[torch.tensor([k])]


def case(t):
    for fn in (by_data, by_view_of_data, replaced, replaced_under_a_handler, descent, statistics):
        for backend in ("eager", "aot_eager"):
            written, expected = torch.ones(4), torch.ones(4)
            compiled = t.compile(fn, backend=backend)
            for k in (0, 9, 1, 9, 0):
                results = []
                for call, tensor in ((fn, expected), (compiled, written)):
                    try:
                        results.append(call(tensor, torch.arange(16.0).reshape(4, 4), k))
                    except IndexError as error:
                        results.append(str(error))
                t.equal(*results)
                t.equal(written, expected)
