"""Dataclasses: arguments, new ones, fields, and results."""

import dataclasses

import torch


@dataclasses.dataclass
class Output:
    value: torch.Tensor
    names: list = dataclasses.field(default_factory=list)
    scale: float = 1.0


def fn(x, given):
    made = Output(x * given.scale)
    made.names.append("new")
    given.names.append("seen")
    return made, dataclasses.replace(made, scale=2.0), [f.name for f in dataclasses.fields(given)]


calls = [(torch.randn(2), Output(torch.ones(1), scale=3.0))]


# expect graphs
# graph 0
#   l_x_: input
#   mul = mul(l_x_, 3.0)
#   return (mul,)
# expect breaks
