"""Hooks on gradients whose handles the program keeps (rules/torch/tensors.rule), and hooks of modules."""

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


class ResultHandle(RemovableHandle):
    """The handle of a hook on a result of the graph. To use it, the program has to have torch's own."""

    def __init__(self):
        pass

    def remove(self):
        tell(self)

    def __getattr__(self, name):
        tell(self)


for _handle in (LeafHandle, ResultHandle):
    # A program that asks for the class is told the name of torch's own.
    for _name in ("__name__", "__qualname__", "__module__"):
        setattr(_handle, _name, getattr(RemovableHandle, _name))


def tell(handle):
    """Breaks the graph where the hook was registered."""
    raise NotImplementedError("known to the engine alone")


def hook_leaf(register, leaf, hook):
    """`register(leaf, hook)`, once the graph has run."""
    raise NotImplementedError("known to the engine alone")


def only_hook(hooks):
    """The hook of a module that has one of a kind, or None."""
    raise NotImplementedError("known to the engine alone")


def takes_keywords(flags):
    """Whether the only hook of a kind takes keywords: these flags are by the numbers of the hooks."""
    raise NotImplementedError("known to the engine alone")


def call_with_hooks(module, forward, arguments, keywords):
    """A call of a module that has at most one hook before its `forward` and one behind it."""
    hook = only_hook(module._forward_pre_hooks)
    if hook is not None and takes_keywords(module._forward_pre_hooks_with_kwargs):
        given = hook(module, arguments, keywords)
        if given is not None:
            if not isinstance(given, tuple) or len(given) != 2:
                raise RuntimeError(f"forward pre-hook must return None or a tuple of (new_args, new_kwargs), but got {given}.")
            arguments, keywords = given
    elif hook is not None:
        given = hook(module, arguments)
        if given is not None:
            arguments = given if isinstance(given, tuple) else (given,)
    result = forward(*arguments, **keywords)
    hook = only_hook(module._forward_hooks)
    if hook is not None:
        named = takes_keywords(module._forward_hooks_with_kwargs)
        changed = hook(module, arguments, keywords, result) if named else hook(module, arguments, result)
        if changed is not None:
            return changed
    return result
