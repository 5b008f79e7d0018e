"""The state that torch's optimizers make on their first step."""

from __future__ import annotations

import inspect

import torch


def make_state(optimizer: torch.optim.Optimizer) -> None:
    """Makes the state of all parameters that have gradients, and takes no step."""
    lists = len(inspect.signature(optimizer._init_group).parameters) - 1
    # How many steps there were is a tensor beside the parameters, as where the step is traced.
    groups = [group for group in optimizer.param_groups if group.get("capturable") is False]
    try:
        for group in groups:
            group["capturable"] = True
        with torch.no_grad():
            for group in optimizer.param_groups:
                optimizer._init_group(group, *([] for _ in range(lists)))
    finally:
        for group in groups:
            group["capturable"] = False
