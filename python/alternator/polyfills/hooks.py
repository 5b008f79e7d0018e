"""Hooks on gradients whose handles the program keeps (rules/torch/tensors.rule)."""

from __future__ import annotations

from torch.utils.hooks import RemovableHandle

from alternator.polyfills.breaking import give_up


class LeafHandle(RemovableHandle):
    """The handle of a hook that a leaf has from when the graph has run; `alternator.runtime.rebuild` makes it torch's own."""

    def __init__(self):
        self.removed = False

    def remove(self):
        self.removed = True

    def __getattr__(self, name):
        give_up("what a handle knows of its hook")


def hook_leaf(register, leaf, hook):
    """`register(leaf, hook)`, once the graph has run."""
    raise NotImplementedError("known to the engine alone")
