"""Functions of torch's about sizes, in words that can be traced."""

from __future__ import annotations

import torch

from .breaking import give_up


def broadcast_shapes(*shapes):
    """The sizes of what tensors of these sizes give together."""
    if not all([shape is None or isinstance(shape, (int, list, tuple)) for shape in shapes]):
        give_up("broadcast_shapes of what are no shapes")
    every = [(shape,) if isinstance(shape, int) else shape for shape in shapes if shape is not None]
    common = [1] * max([len(shape) for shape in every], default=0)
    for index, shape in enumerate(every):
        for at in range(-1, -1 - len(shape), -1):
            if shape[at] == common[at]:
                continue
            if common[at] == 1:
                if shape[at] < 0:
                    raise ValueError("Attempting to broadcast a dimension with negative length!")
                common[at] = shape[at]
            elif shape[at] != 1:
                raise RuntimeError(
                    f"Attempting to broadcast a dimension of length {shape[at]} at {at}! "
                    f"Mismatching argument at index {index} had {shape}; but expected shape "
                    f"should be broadcastable to {common}"
                )
    return torch.Size(common)
