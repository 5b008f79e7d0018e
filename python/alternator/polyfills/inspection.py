"""What the trace asks of signatures, which are constants of it."""

from __future__ import annotations

import inspect
import types


def method_signature(function, follow_wrapped=True):
    """The signature of a method bound to anything: the receiver does not show in it."""
    return inspect.signature(types.MethodType(function, object()), follow_wrapped=follow_wrapped)


def signature(function, follow_wrapped=True):
    """The same, of anything else."""
    return inspect.signature(function, follow_wrapped=follow_wrapped)


def parameters(signature):
    """The parameters as a dict, which a trace can look into."""
    return dict(signature.parameters)
