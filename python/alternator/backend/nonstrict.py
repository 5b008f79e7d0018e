"""Functions of `torch._dynamo.nonstrict_trace`: whoever runs them on fakes lets them read real tensors of their own."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from typing import Any

import torch.fx
from torch._subclasses.fake_tensor import fake_tensor_tls


def with_own_tensors(function: Any) -> Any:
    """The function as compilers and fakes are to call it; itself, if it is not marked."""
    marked = _marked()
    if not marked or id(function) not in marked:
        return function
    return _wrapper(function)


def prepare(graph: torch.fx.Graph) -> None:
    """Puts such functions into a graph in the place of those that are marked."""
    if _marked():
        for node in graph.nodes:
            if node.op == "call_function" and (target := with_own_tensors(node.target)) is not node.target:
                node.target = target


def _marked() -> Any:
    marks = getattr(sys.modules.get("torch._dynamo.trace_rules"), "_nonstrict_trace_callable_ids", None)
    return getattr(marks, "function_ids", None) or ()


def _wrapper(function: Callable[..., Any]) -> Callable[..., Any]:
    def call(*args: Any, **kwargs: Any) -> Any:
        before = fake_tensor_tls.allow_non_fake_inputs_override
        fake_tensor_tls.allow_non_fake_inputs_override = True
        try:
            return function(*args, **kwargs)
        finally:
            fake_tensor_tls.allow_non_fake_inputs_override = before

    return functools.wraps(function)(call)
