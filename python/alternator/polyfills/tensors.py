"""What tensors do that takes more than a rule to say."""

from __future__ import annotations

import contextlib
import operator

import torch

from alternator.backend.graphs import choose_cudnn_flags, restore_cudnn_flags, unbatched
from alternator.polyfills.breaking import give_up, is_a, type_name
from alternator.tracing.hidden_types import OldType


def of_old_type(type, /, *arguments, **keywords):
    """`torch.FloatTensor(…)`: from sizes or from numbers."""
    return type(*arguments, **keywords)


def of_result_type(type, sequence, fields=None, /):
    """`torch.return_types.max(…)` and the like."""
    return type(sequence, {} if fields is None else fields)


def dtype_of_old_type(type):
    return type.dtype


def empty_on_cpu(size, dtype):
    return torch.empty(size, dtype=dtype, device="cpu")


def named_type(dtype):
    """What `Tensor.type` is given, as a text if it is a type of tensors."""
    return f"{dtype.__module__}.{dtype.__name__}" if isinstance(dtype, OldType) else dtype


def is_of_old_type(type, dtype, device):
    """Whether a strided tensor of this dtype and kind of device is of such a type."""
    own = "cuda" if type.is_cuda else "xpu" if type.is_xpu else "cpu"
    return type.layout is torch.strided and type.dtype is dtype and own == device


def takes_gradient(tensor, gradient):
    """Whether `tensor.grad = gradient` is certain to raise nothing."""
    if not is_a(gradient, torch.Tensor) or gradient is tensor:
        return False
    return gradient.shape == tensor.shape and gradient.dtype == tensor.dtype and gradient.device == tensor.device


def is_laid_out(tensor, memory_format):
    """`tensor.is_contiguous(memory_format=…)` for a format with the channels innermost."""
    orders = {torch.channels_last: (1, 3, 2, 0), torch.channels_last_3d: (1, 4, 3, 2, 0)}
    order = orders.get(memory_format)
    if order is None or tensor.dim() != len(order):
        return False
    expected = 1
    for dim in order:
        if tensor.size(dim) != 1:
            if tensor.stride(dim) != expected:
                return False
            expected *= tensor.size(dim)
    return True


def at_numbers(tensor, key):
    """`tensor[key]` where ints in the key, or bounds of its slices, are known to the running graph alone, which can select
    by such ints but not index."""
    tensor, rest = _selected(tensor, key)
    return tensor[rest] if rest else tensor


def set_at_numbers(tensor, key, value):
    """`tensor[key] = value` of such a key."""
    tensor, rest = _selected(tensor, key)
    tensor[rest if rest else ...] = value


def _selected(tensor, key):
    """The part of a tensor that the ints of a key select, and the key's other parts, slices by numbers."""
    parts = key if is_a(key, tuple) else (key,)
    rest = []
    dim = 0
    for at, part in enumerate(parts):
        if type(part) is int:
            tensor = torch.select(tensor, dim, part)
            continue
        if part is None:
            tensor, part = tensor.unsqueeze(dim), slice(None)
        elif is_a(part, slice):
            part = slice(_bound(part.start), _bound(part.stop), _bound(part.step))
        rest.append(part)
        if part is ...:
            dim = tensor.dim() - sum(_dims_taken(later) for later in parts[at + 1 :])
        else:
            dim += _dims_taken(part)
    return tensor, tuple(rest)


def _bound(bound):
    return operator.index(bound) if is_a(bound, torch.Tensor) else bound


def _dims_taken(part):
    """The number of a tensor's dimensions that a part of its key is about."""
    if part is None or type(part) is bool:
        return 0
    if is_a(part, torch.Tensor):
        return part.dim() if part.dtype in (torch.bool, torch.uint8) else 1
    if not is_a(part, (int, slice)):
        give_up("a number that only the data knows, in a key with lists")
    return 1


def set_data(tensor, value):
    """`tensor.data = value`: another tensor's memory, unseen by autograd."""
    if not isinstance(value, torch.Tensor):
        raise TypeError(f"Variable data has to be a tensor, but got {type_name(value)}")
    if tensor.shape != value.shape or tensor.dtype != value.dtype or tensor.device != value.device:
        give_up("data of another form for a tensor")
    if tensor.is_conj() or value.is_conj() or tensor.is_neg() or value.is_neg():
        give_up("data that is conjugated or negated lazily: the operator takes a copy of it")
    with torch.no_grad():
        torch.ops.aten.shallow_copy_data_(tensor, value)


def of_parts(data, *, dtype=None, device=None, requires_grad=False, pin_memory=False):
    """`torch.tensor(data)` of lists in which tensors of one element stand for numbers."""
    if requires_grad or pin_memory:
        give_up("a tensor made of others, with settings")
    wanted = _dtype_of_parts(data) if dtype is None else dtype
    if device is None:
        device = torch.empty(0).device
    return _stacked(data, wanted, device)


def _dtype_of_parts(part):
    if isinstance(part, torch.Tensor):
        return part.dtype
    if isinstance(part, (list, tuple)):
        dtypes = [_dtype_of_parts(one) for one in part]
        found = dtypes[0] if dtypes else torch.get_default_dtype()
        for dtype in dtypes[1:]:
            found = torch.promote_types(found, dtype)
        return found
    return torch.tensor(part).dtype


def _stacked(part, dtype, device):
    if isinstance(part, torch.Tensor):
        if part.numel() != 1:
            give_up("a tensor made of tensors of several elements")
        if not torch.can_cast(part.dtype, dtype):
            give_up("a tensor made of tensors of a dtype that it cannot hold")
        return part.detach().to(device=device, dtype=dtype).reshape(())
    if isinstance(part, (list, tuple)):
        return torch.stack([_stacked(one, dtype, device) for one in part])
    return torch.tensor(part, dtype=dtype, device=device)


def assert_all_true(valid, message):
    """The check of a distribution's parameters or sample: the graph makes it, and raises a RuntimeError."""
    torch._assert_async(valid.all(), message)
    return True


def is_all_true(valid):
    """`torch._is_all_true`: the graph checks it. Where it does not hold the graph raises, and the frame runs as written."""
    return assert_all_true(valid, "not all are true")


def group_by_device_and_dtype(lists, with_indices=False):
    """`torch._C._group_tensors_by_device_and_dtype`: the lists parted alike, as the first one says."""
    groups = {}
    for tensors in lists:
        if len(tensors) != len(lists[0]):
            give_up("lists of different lengths, grouped by device")
    with torch._C.DisableTorchFunction():  # C code reads them
        keys = [(first.device, first.dtype) for first in lists[0]]
    for index, key in enumerate(keys):
        if key not in groups:
            groups[key] = ([[] for _ in lists], [])
        for part, tensors in zip(groups[key][0], lists):
            part.append(tensors[index])
        if with_indices:
            groups[key][1].append(index)
    return groups


def to_list(tensor):
    """`tensor.tolist()`, where the graph may give numbers: ints alone have a symbol for each."""
    if tensor.dtype.is_floating_point or tensor.dtype.is_complex or tensor.dtype == torch.bool:
        give_up("the numbers of a tensor that are no ints")
    return [to_list(part) for part in tensor] if tensor.dim() else tensor.item()


def number_of(size):
    """Takes a size for the number that it is."""
    return int(str(size))


def cudnn_flags_steps(*positional, **named):
    """The generator behind `torch.backends.cudnn.flags`."""
    before = choose_cudnn_flags(positional, named)
    try:
        yield
    finally:
        restore_cudnn_flags(before)


cudnn_flags = contextlib.contextmanager(cudnn_flags_steps)


def combine_input_and_mask(operator, tensor, mask, *arguments):
    """What `torch.masked` does first: what is masked becomes what changes no result."""
    masked = torch.masked._ops
    if masked.is_masked_tensor(tensor):
        give_up("a masked tensor")
    if mask is None:
        return tensor
    fill_value = masked._reduction_identity(operator.__name__, tensor, *arguments)
    return masked._where(masked._input_mask(tensor, mask=mask), tensor, fill_value)


def remove_batch_dim(name, output, level, batch_size, out_dim):
    """What `torch.vmap` gives for one output: whether one is batched is known when the graph runs."""
    if out_dim is None:
        return unbatched(output, name) if isinstance(output, torch.Tensor) else output
    if not isinstance(output, torch.Tensor):
        raise ValueError(
            f"vmap({name}, ...): `{name}` must only return Tensors, got type {type(output)}. "
            "Did you mean to set out_dims= to None for output?"
        )
    return torch._functorch.predispatch._remove_batch_dim(output, level, batch_size, out_dim)


def patch_dynamo_config(name=None, value=None, **changes):
    """Settings of torch's front end, while it traces: there is nothing here that they would change."""
    from torch._dynamo.decorators import _patch_dynamo_config_check

    given = dict(name) if isinstance(name, (dict, tuple)) else {} if name is None else {name: value}
    _patch_dynamo_config_check({**given, **changes})
    return NothingToChange()


class NothingToChange(contextlib.nullcontext):
    def __call__(self, function):
        def inner(*arguments, **keywords):
            return function(*arguments, **keywords)

        return inner


def place_of(dimension, rank):
    """A dimension counted from the front, where it is one."""
    return dimension + rank if isinstance(dimension, int) and dimension < 0 else dimension


def refuse_name(x: torch.Tensor, name: str) -> None:
    """What torch says of the name of a dimension where none has one."""
    raise RuntimeError(f"Name {name!r} not found in Tensor[{', '.join(['None'] * x.dim())}].")
