"""Batch norm with one of its running statistics raises, which fakes do not say (tests/fuzz --guards)."""

import torch


def fn(x, norm):
    try:
        result = norm(x)
    except (ValueError, RuntimeError) as error:
        return x + 1, type(error).__name__, str(error)
    return x + 1, result


def calls():
    x = torch.arange(6.0).view(2, 3)
    for training in (True, False):
        for norm in (torch.nn.BatchNorm1d(3), torch.nn.InstanceNorm1d(3, track_running_stats=True)):
            norm.train(training)
            yield x, norm
            norm.running_var = None
            yield x, norm
            norm.running_mean = None
            yield x, norm
