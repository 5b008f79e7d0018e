"""Restores modes that a graph sets and resets, if an error comes in between."""

from __future__ import annotations

import pkgutil
import traceback
from collections.abc import Callable
from typing import Any, NamedTuple

import torch

from alternator import _engine
from alternator.backend.graph_module import functions_called
from alternator.runtime import attention, autocast


class State(NamedTuple):
    """A state of the thread or process that nodes of a graph set."""

    read: Callable[[], Any]
    write: Callable[[Any], object]


def _allow_saved_tensors_hooks(message: str | None) -> None:
    if message is None:
        torch._C._autograd._saved_tensors_hooks_enable()
    else:
        torch._C._autograd._saved_tensors_hooks_disable(message)


def _exit_dual_levels(level: int) -> None:
    while torch.autograd.forward_ad._current_level > level:
        torch.autograd.forward_ad.exit_dual_level()


def _leave_levels(depth: int) -> None:
    functorch = torch._C._functorch
    kinds = functorch.TransformType
    # A function for each kind of level: torch's function for all leaves two levels at a time in some releases.
    leave = {
        kinds.Grad: functorch._grad_decrement_nesting,
        kinds.Jvp: functorch._jvp_decrement_nesting,
        kinds.Vmap: functorch._vmap_decrement_nesting,
        kinds.Functionalize: functorch._func_decrement_nesting,
    }
    while functorch.get_dynamic_layer_stack_depth() > depth:
        leave[functorch.peek_interpreter_stack().key()]()


def _autocast_nesting() -> int:
    nesting = torch.autocast_increment_nesting() - 1
    torch.autocast_decrement_nesting()
    return nesting


def _leave_autocast(before: tuple[int, autocast.State]) -> None:
    nesting, state = before
    while _autocast_nesting() > nesting:
        if torch.autocast_decrement_nesting() == 0:
            torch.clear_autocast_cache()
    autocast.put(state)


# What the setters of `rules/graph/regions.yaml` set, innermost first.
_STATES = {
    "dual_level": State(lambda: torch.autograd.forward_ad._current_level, _exit_dual_levels),
    "functorch_level": State(torch._C._functorch.get_dynamic_layer_stack_depth, _leave_levels),
    "inplace_requires_grad": State(
        torch._C._functorch.get_inplace_requires_grad_allowed,
        torch._C._functorch.set_inplace_requires_grad_allowed,
    ),
    "saved_tensors_hooks": State(
        torch._C._autograd._saved_tensors_hooks_get_disabled_error_message,
        _allow_saved_tensors_hooks,
    ),
    "autocast": State(lambda: (_autocast_nesting(), autocast.read()), _leave_autocast),
    "attention": State(attention.read, attention.put),
    "cudnn_flags": State(torch.backends.cudnn.set_flags, lambda flags: torch.backends.cudnn.set_flags(*flags)),
    "deterministic": State(
        lambda: (torch.are_deterministic_algorithms_enabled(), torch.is_deterministic_algorithms_warn_only_enabled()),
        lambda before: torch.use_deterministic_algorithms(before[0], warn_only=before[1]),
    ),
    "forward_gradients": State(torch._C._is_fwd_grad_enabled, torch._C._set_fwd_grad_enabled),
    "gradients": State(torch.is_grad_enabled, torch._C._set_grad_enabled),
}
_SETTERS: dict[Any, str] = {pkgutil.resolve_name(path): state for path, state in _engine.regions()}

# Functions whose state ends with the object that they return, which is a variable of the graph's code.
_HANDLES = frozenset({torch.autograd.grad_mode._enter_inference_mode})


def state_set_by(target: Any) -> str | None:
    """The state that a graph function sets, directly or by the object that it returns; None for other functions."""
    return "inference" if target in _HANDLES else _SETTERS.get(target)


def tidy(graph: torch.fx.Graph, call: Callable[..., Any]) -> Callable[..., Any]:
    """Wraps the graph's callable: if it raises, the states are restored."""
    targets = functions_called(graph)
    wanted = {_SETTERS[target] for target in targets if target in _SETTERS}
    states = [_STATES[name] for name in sorted(wanted, key=list(_STATES).index)]
    holds = bool(targets & _HANDLES)
    if not states and not holds:
        return call

    def called(*inputs: Any) -> Any:
        before = [state.read() for state in states]
        try:
            return call(*inputs)
        except BaseException as error:
            if holds:
                traceback.clear_frames(error.__traceback__)
            for state, value in zip(states, before):
                state.write(value)
            raise

    return called
