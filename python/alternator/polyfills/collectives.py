"""Collectives that write into their arguments, by those that give new tensors, which stand in graphs
(rules/torch/distributed.yaml)."""

from __future__ import annotations

import torch
from torch.distributed import GroupMember, ReduceOp

from .breaking import give_up

# Compilers know these operators. They are looked up here: a trace cannot be the first to do so.
REDUCE = torch.ops._c10d_functional.all_reduce
GATHER = torch.ops._c10d_functional.all_gather_into_tensor
SCATTER = torch.ops._c10d_functional.reduce_scatter_tensor
EXCHANGE = torch.ops._c10d_functional.all_to_all_single
WAIT = torch.ops._c10d_functional.wait_tensor
# What these call reductions.
REDUCTIONS = (
    (ReduceOp.SUM, "sum"),
    (ReduceOp.AVG, "avg"),
    (ReduceOp.PRODUCT, "product"),
    (ReduceOp.MIN, "min"),
    (ReduceOp.MAX, "max"),
    (ReduceOp.BAND, "band"),
    (ReduceOp.BOR, "bor"),
    (ReduceOp.BXOR, "bxor"),
)


def name_of(op):
    for known, name in REDUCTIONS:
        if op is known:
            return name
    give_up("a reduction that the functional operators do not have")


def group_of(group, async_op, *tensors):
    """The group that takes part, where the functional collective does the same."""
    if async_op:
        give_up("a collective that is waited for later (async_op=True)")
    if isinstance(group, int):  # NON_GROUP_MEMBER
        give_up("a collective of a group to which this process does not belong")
    for tensor in tensors:
        if tensor.is_complex() or not tensor.is_contiguous():
            give_up("a collective of complex numbers, or of a tensor that is not contiguous")
        if tensor.dtype is not tensors[0].dtype:
            give_up("a collective of tensors of different dtypes")
        # Gradients pass by those that write into their arguments, and go through the functional ones.
        if tensor.requires_grad and torch.is_grad_enabled():
            give_up("a collective of a tensor that requires gradients")
    return group or GroupMember.WORLD


def check_count(whole, part, group):
    if whole.numel() != part.numel() * group.size():
        give_up("a collective of tensors whose sizes do not fit")


def all_reduce(tensor, op=ReduceOp.SUM, group=None, async_op=False):
    group = group_of(group, async_op, tensor)
    tensor.copy_(WAIT(REDUCE(tensor, name_of(op), group.group_name)))


def all_gather_into_tensor(output_tensor, input_tensor, group=None, async_op=False):
    group = group_of(group, async_op, output_tensor, input_tensor)
    check_count(output_tensor, input_tensor, group)
    gathered = WAIT(GATHER(input_tensor, group.size(), group.group_name))
    # One after the other or stacked, as the output asks for it.
    output_tensor.copy_(gathered.view(output_tensor.shape))


def reduce_scatter_tensor(output, input, op=ReduceOp.SUM, group=None, async_op=False):
    group = group_of(group, async_op, output, input)
    check_count(input, output, group)
    scattered = WAIT(SCATTER(input, name_of(op), group.size(), group.group_name))
    output.copy_(scattered.view(output.shape))


def all_to_all_single(output, input, output_split_sizes=None, input_split_sizes=None, group=None, async_op=False):
    group = group_of(group, async_op, output, input)
    if output_split_sizes is None and input_split_sizes is None:
        if input.shape != output.shape or input.shape[0] % group.size():
            give_up("an all_to_all_single of tensors whose sizes do not fit")
        output_split_sizes = input_split_sizes = [input.shape[0] // group.size()] * group.size()
    if not output_split_sizes or not input_split_sizes:
        give_up("an all_to_all_single with sizes for one side alone")
    exchanged = EXCHANGE(input, output_split_sizes, input_split_sizes, group.group_name)
    output.copy_(WAIT(exchanged))


def all_gather(tensor_list, tensor, group=None, async_op=False):
    group = group_of(group, async_op, tensor, *tensor_list)
    if len(tensor_list) != group.size() or any([each.shape != tensor.shape for each in tensor_list]):
        give_up("an all_gather of tensors whose sizes do not fit")
    gathered = WAIT(GATHER(tensor.reshape(-1), group.size(), group.group_name))
    for each, part in zip(tensor_list, gathered.chunk(len(tensor_list))):
        each.copy_(part.view(each.shape))
