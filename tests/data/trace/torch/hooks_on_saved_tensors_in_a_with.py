"""Hooks on saved tensors see what operators save, so a function with such a `with` runs as written; what it calls is compiled."""

import torch

from scenarios import check

LEAF = torch.arange(4.0)


def doubled(tensor):
    return tensor * 2


def kept(tensor):
    return tensor


def values_that_change(compile):
    leaf = LEAF.clone().requires_grad_()

    def run(leaf):
        with torch.autograd.graph.saved_tensors_hooks(doubled, kept):
            return (leaf * leaf).sin()

    result = compile(run)(leaf)
    result.sum().backward()
    return result.detach(), leaf.grad


def how_often(compile):
    leaf, seen = LEAF.clone().requires_grad_(), []

    def note(tensor):
        seen.append(tuple(tensor.shape))
        return tensor

    def run(leaf):
        with torch.autograd.graph.saved_tensors_hooks(note, kept):
            result = (leaf * leaf).sin()
        return result * 2

    result = compile(run)(leaf)
    result.sum().backward()
    return result.detach(), leaf.grad, seen


def in_a_helper(compile):
    leaf = LEAF.clone().requires_grad_()

    def helper(leaf):
        with torch.autograd.graph.save_on_cpu():
            return (leaf * leaf).sin()

    def run(leaf):
        return helper(leaf + 1) * 3

    result = compile(run)(leaf)
    result.sum().backward()
    return result.detach(), leaf.grad


def case(t):
    for backend in ("eager", "aot_eager"):
        def compiled(function):
            return t.compile(function, backend=backend)

        for scenario in (values_that_change, how_often, in_a_helper):
            t.equal(scenario(compiled), scenario(lambda function: function))
