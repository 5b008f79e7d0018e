"""Whether `out=` is refused depends on gradients that a write through a view has brought: as written where that is open."""

import torch


def fn(x, kept):
    view = kept[2]
    try:
        view.view(1).add_(x[0])
        torch.add(view, 1, out=view)
    except RuntimeError as error:
        return str(error)
    return view.detach().clone()


def calls():
    yield torch.ones(3, requires_grad=True), torch.ones(3)
    yield torch.ones(3), torch.ones(3)
    with torch.no_grad():
        yield torch.ones(3, requires_grad=True), torch.ones(3)


options = [{}, {"dynamic": True}]
