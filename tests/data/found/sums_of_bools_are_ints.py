"""What is computed of a bool that a changing float decides is an int, also where the number stays what it was."""

import torch

STEPS = [
    lambda truth: truth + 0, lambda truth: 0 + truth, lambda truth: truth - 0, lambda truth: truth * 1, lambda truth: 1 * truth,
    lambda truth: +truth, lambda truth: -truth, lambda truth: truth**1, lambda truth: truth // 1, lambda truth: sum([truth]),
    lambda truth: abs(truth), lambda truth: truth | 0, lambda truth: truth & 1, lambda truth: truth << 0, lambda truth: max(truth, 0),
    lambda truth: max(0, truth), lambda truth: int(truth), lambda truth: truth + 1, lambda truth: truth + truth, lambda truth: round(truth),
    lambda truth: truth, lambda truth: torch.ones(2, dtype=torch.bool) * (truth + 0), lambda truth: [truth * 1, truth], lambda truth: divmod(truth, 1),
]  # fmt: skip


def fn(x, number, step):
    return x + 1, step(number > 1)


def calls():
    for step in STEPS:
        yield torch.ones(2), 3.25, step
        yield torch.ones(2), 0.5, step
        yield torch.ones(2), 7.0, step


config = {"recompile_limit": 100}
