"""What `warnings.warn` finds out before it shows anything."""

from __future__ import annotations

import sys
import warnings

from .breaking import give_up, is_a

# From 3.14 on, filters may be kept by context.
_BY_CONTEXT = bool(getattr(sys.flags, "context_aware_warnings", False))


def category_of(message, category):
    if isinstance(message, Warning):
        return type(message)
    if category is None:
        return UserWarning
    if not isinstance(category, type) or not issubclass(category, Warning):
        give_up("a warning of a category that is none")
    return category


def shown_by(message, category, namespace, line):
    """The filters, if they leave a warning about a line of a module to be shown, at least the first time."""
    if _BY_CONTEXT:
        give_up("a warning under filters of the context")
    text = str(message) if is_a(message, Warning) else message
    action = _action(text, category, namespace.get("__name__", "<string>"), line)
    if action == "error":
        give_up("a warning that is raised")
    return None if action == "ignore" else warnings.filters


def _action(text, category, module, line):
    for action, pattern, kind, of_module, at in warnings.filters:
        if _fits(pattern, text) and issubclass(category, kind) and _fits(of_module, module) and at in (0, line):
            return action
    return warnings.defaultaction


def _fits(pattern, text):
    return pattern is None or (pattern == text if type(pattern) is str else pattern.match(text))
