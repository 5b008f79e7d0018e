"""Steps of torch's optimizers."""

from __future__ import annotations

import torch

from alternator.polyfills.breaking import give_up
from alternator.polyfills.overriding import modes


def optimizer_step(self, *arguments, **keywords):
    """What surrounds `Optimizer.step`, without the breaks that torch puts around it."""
    if modes():
        give_up("the step of an optimizer under a torch-function mode, which would hear of other calls")
    step = type(self).step
    while hasattr(step, "__wrapped__"):
        step = step.__wrapped__
    prepare(self)
    before = torch.is_grad_enabled()
    chosen = [group for group in self.param_groups if "capturable" in group and not group["capturable"]]
    chosen = [group for group in chosen if counts_where_parameters_are(self, group)]
    try:
        torch.set_grad_enabled(self.defaults["differentiable"])
        # How many steps there were is a tensor: what depends on it is left to the graph.
        for group in chosen:
            group["capturable"] = True
        return step(self, *arguments, **keywords)
    finally:
        for group in chosen:
            group["capturable"] = False
        torch.set_grad_enabled(before)


def prepare(optimizer):
    if state_is_unread(optimizer) and lacks_state(optimizer):
        make_state(optimizer)


def counts_where_parameters_are(optimizer, group):
    for parameter in group["params"]:
        state = optimizer.state.get(parameter)
        if state and "step" in state and state["step"].device != parameter.device:
            return False
    return True


def lacks_state(optimizer):
    """Whether this is the first step of one of torch's optimizers, in which it makes its state: that would be another
    graph than all the steps that follow."""
    make = getattr(type(optimizer), "_init_group", None)
    if optimizer.defaults.get("differentiable") or not getattr(make, "__module__", "").startswith("torch.optim."):
        return False
    for group in optimizer.param_groups:
        for parameter in group["params"]:
            if parameter.grad is not None:
                return not optimizer.state.get(parameter)
    return False


def state_is_unread(optimizer):
    """Whether the traced program has not looked at the state yet: then nobody misses what it was before."""
    raise NotImplementedError("known to the engine alone")


def make_state(optimizer):
    """Begins the trace again with an optimizer that has its state."""
    raise NotImplementedError("known to the engine alone")
