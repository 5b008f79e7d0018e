"""Hooks on the gradients of results, where torch has an operator for them (rules/torch/2.13/tensors.rule)."""

from __future__ import annotations

import torch
from torch._higher_order_ops.register_hook import register_hook_op

from alternator.polyfills.bodies import begin, call, captured_arguments, end, operand
from alternator.polyfills.breaking import give_up
from alternator.polyfills.higher_order import same_kind


def register_hook(tensor, hook):
    """`tensor.register_hook(hook)` of a tensor that the graph makes."""
    begin("hook_body")
    gradient = operand(tensor.detach())
    changed = hook(gradient)
    if changed is None:
        changed = gradient
    if not isinstance(changed, torch.Tensor) or not same_kind(gradient, changed):
        give_up("a hook that changes the form of a gradient")
    body = end([changed], True)
    call(register_hook_op, [tensor, body, captured_arguments([body])], [tensor], True)
