"""Calls of regions that `torch.compiler.nested_compile_region` marks."""


def call(function, *arguments, **keywords):
    """What the call adds to the graph becomes a body if it repeats."""
    return function(*arguments, **keywords)
