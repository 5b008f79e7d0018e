"""Tensors and arrays, and the memory that they share."""

from __future__ import annotations

import itertools
import weakref

import numpy
import torch

from .base import differ, must_equal, shown, text_of


def of_tensor(comparison, found, expected, place):
    with torch._C.DisableTorchFunctionSubclass(), torch.no_grad():
        for name in ("dtype", "device", "layout", "requires_grad", "is_leaf"):
            must_equal(getattr(found, name), getattr(expected, name), name)
        must_equal(tuple(found.shape), tuple(expected.shape), "the sizes")
        for name in ("is_conj", "is_neg", "is_inference"):
            must_equal(getattr(found, name)(), getattr(expected, name)(), name)
        mine, theirs = found, expected
        if expected.layout is torch.strided:
            must_equal(found.stride(), expected.stride(), "the strides")
            must_equal(found.storage_offset(), expected.storage_offset(), "a storage offset of")
            yield found.untyped_storage(), expected.untyped_storage(), "'s storage"
            comparison.holders.append((found, expected, place))
        else:
            mine, theirs = found.to_dense(), expected.to_dense()
        compare_elements(comparison, mine, theirs)
        if expected.is_leaf and expected.requires_grad:
            yield found.grad, expected.grad, ".grad"


def compare_elements(comparison, found, expected):
    if expected.is_meta or isinstance(expected, torch._subclasses.FakeTensor):
        return
    if comparison.close:
        try:
            torch.testing.assert_close(found, expected, equal_nan=True)
        except AssertionError as error:
            differ(f"is another: {error}")
    elif not same_bits(found.resolve_conj().resolve_neg(), expected.resolve_conj().resolve_neg()):
        apart = "" if expected.dtype is torch.bool else f", {(found - expected).abs().max().item()} apart"
        differ(f"is {shown(found)}{apart}; expected {shown(expected)}")


def same_bits(found, expected):
    """Equal, zeros in their signs too; any NaN is any other."""
    if expected.is_complex():
        found, expected = torch.view_as_real(found), torch.view_as_real(expected)
    same = found == expected
    if expected.is_floating_point():
        same = same & (found.signbit() == expected.signbit()) | found.isnan() & expected.isnan()
    return bool(same.all())


def of_storage(comparison, found, expected, place):
    """Python makes objects for a storage as they are wanted: its address is what identifies it."""
    must_equal(found.nbytes(), expected.nbytes(), "a number of bytes of")
    yield Memory.of(found), Memory.of(expected), "'s memory"


class Memory:
    """The memory of a storage, as an object of which there is one for each."""

    known = weakref.WeakValueDictionary()

    @classmethod
    def of(cls, storage):
        # Of one without memory, such as a meta tensor's, there is only the storage itself.
        address = storage.data_ptr() or -storage._cdata
        memory = cls.known.get(address)
        if memory is None:
            memory = cls.known[address] = cls()
            memory.storage = storage  # while this lives, nothing else gets the address
        return memory


def of_array(comparison, found, expected, place):
    for name in ("dtype", "shape"):
        must_equal(getattr(found, name), getattr(expected, name), name)
    # NumPy leaves the strides of dimensions open that hold at most one element.
    strides = [[stride for stride, size in zip(it.strides, it.shape) if size > 1] for it in (found, expected)]
    must_equal(*strides, "the strides")
    must_equal(found.flags.writeable, expected.flags.writeable, "writeable")
    comparison.holders.append((found, expected, place))
    if expected.dtype.hasobject:
        yield found.tolist(), expected.tolist(), ""
    elif not (comparison.close and numpy.allclose(found, expected, equal_nan=True)):
        compare_items(found, expected)


def of_numpy_scalar(comparison, found, expected, place):
    must_equal(found.dtype, expected.dtype, "dtype")
    compare_items(found, expected)


def compare_items(found, expected):
    same = found == expected
    if expected.dtype.kind in "fc":
        signs = [numpy.signbit(it.real) for it in (found, expected)]
        same = same & (signs[0] == signs[1]) | (found != found) & (expected != expected)
    if not numpy.all(same):
        differ(f"is {shown(found)}; expected {shown(expected)}")


def compare_overlaps(holders):
    """That arrays overlap with each other, and with tensors, where they do in plain Python."""
    if not any(isinstance(found, numpy.ndarray) for found, _, _ in holders):
        return  # of tensors, the storages tell
    extents = [(extent_of(found), extent_of(expected), place) for found, expected, place in holders]
    for (mine, theirs, place), (my_other, their_other, other) in itertools.combinations(extents, 2):
        if overlap(mine, my_other) != overlap(theirs, their_other):
            how = "overlap" if overlap(mine, my_other) else "do not overlap"
            differ(f"{text_of(place)} and {text_of(other)} {how}; expected otherwise")


def overlap(one, other):
    return one[0] < other[1] and other[0] < one[1]


def extent_of(holder):
    """The first byte that a tensor or an array may touch, and the one behind the last."""
    if isinstance(holder, numpy.ndarray):
        return numpy.lib.array_utils.byte_bounds(holder) if holder.size else (0, 0)
    with torch._C.DisableTorchFunctionSubclass():
        if not holder.numel() or holder.is_meta:
            return 0, 0
        last = sum((size - 1) * stride for size, stride in zip(holder.shape, holder.stride()))
        return holder.data_ptr(), holder.data_ptr() + (last + 1) * holder.element_size()


def of_torch_generator(comparison, found, expected, place):
    must_equal(found.device, expected.device, "device")
    yield found.get_state(), expected.get_state(), ".get_state()"


def of_random_state(comparison, found, expected, place):
    yield found.get_state(), expected.get_state(), ".get_state()"


def of_numpy_generator(comparison, found, expected, place):
    yield found.bit_generator.state, expected.bit_generator.state, ".bit_generator.state"


def of_autograd_node(comparison, found, expected, place):
    yield found.next_functions, expected.next_functions, ".next_functions"
