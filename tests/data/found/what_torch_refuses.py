"""Tensors where `to` wants a bool and `broadcast_shapes` a shape."""

import torch


def fn(x, y):
    attempts = (
        lambda: x.to(y, y),
        lambda: torch.broadcast_shapes(y, (2, 3)),
        lambda: torch.broadcast_shapes(-2, y),
    )
    texts = []
    for attempt in attempts:
        try:
            texts.append(attempt())
        except (TypeError, RuntimeError) as error:
            texts.append((type(error).__name__, str(error).splitlines()[0]))
    return x.to(y, True), torch.broadcast_shapes((2, 1), [3], 1), texts


def calls():
    yield torch.ones(2), torch.ones(2, dtype=torch.float64)
    yield torch.zeros(2), torch.ones(2, dtype=torch.float64)
