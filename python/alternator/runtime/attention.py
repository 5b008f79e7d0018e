"""Which kernels `scaled_dot_product_attention` may choose from, and in which order: settings of the process."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

_SWITCHES = (
    (torch._C._get_cudnn_sdp_enabled, torch._C._set_sdp_use_cudnn),
    (torch._C._get_flash_sdp_enabled, torch._C._set_sdp_use_flash),
    (torch._C._get_mem_efficient_sdp_enabled, torch._C._set_sdp_use_mem_efficient),
    (torch._C._get_math_sdp_enabled, torch._C._set_sdp_use_math),
    (torch._C._get_overrideable_sdp_enabled, torch._C._set_sdp_use_overrideable),
    (torch._C._get_math_sdp_allow_fp16_bf16_reduction, torch._C._set_math_sdp_allow_fp16_bf16_reduction),
)


def order() -> tuple[int, ...]:
    """The kernels by number, the preferred one first."""
    return tuple(torch._C._get_sdp_priority_order())


def read() -> tuple[Any, ...]:
    return (order(), *[getter() for getter, _ in _SWITCHES])


def put(state: tuple[Any, ...]) -> None:
    torch._C._set_sdp_priority_order(state[0])
    for (_, setter), value in zip(_SWITCHES, state[1:]):
        setter(value)


# What follows has rules, `rules/torch/state.rule`: traced code alone calls it.


def set_order(order: tuple[int, ...]) -> None:
    """Has graph and trace set the order."""


def put_in_graph(names: list[str], set_priority: bool) -> None:
    """Has the graph choose these kernels, as torch names them."""


def keep(getter: Callable[[], Any], setter: Callable[[Any], Any], value: Any) -> None:
    """Has the trace take a setting for changed."""
