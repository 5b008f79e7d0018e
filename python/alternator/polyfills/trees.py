"""Trees of containers, over which `torch.utils._pytree` maps functions."""

from __future__ import annotations

import functools

import torch
from torch.utils import _pytree

_LEAVES = (torch.Tensor, torch.nn.Parameter, int, float, bool, str, type(None))


def tree_map(func, tree, *rests, is_leaf=None):
    """What `tree_map` does, from the root down: no list of leaves is made, nor a description of the tree."""
    if rests or is_leaf is not None:
        leaves, structure = _pytree.tree_flatten(tree, is_leaf=is_leaf)
        return structure.unflatten(map(func, leaves, *[structure.flatten_up_to(rest) for rest in rests]))
    return _mapped(func, tree)


def _mapped(func, tree):
    # Leaves are in no variable, which would give the graph's nodes its name.
    kind = type(tree)
    if kind is tuple or kind is list:
        return kind(map(functools.partial(_mapped, func), tree))
    if kind is dict:
        return dict(zip(tree, map(functools.partial(_mapped, func), tree.values())))
    if kind in _LEAVES:
        return func(tree)
    leaves, structure = _pytree.tree_flatten(tree)
    return structure.unflatten(map(func, leaves))
