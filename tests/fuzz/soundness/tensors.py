"""Tensors that a guard must not take for the one that it has seen, and sizes for which conditions no longer hold."""

from __future__ import annotations

import ast
import contextlib
import re
from typing import Any

import torch

from fuzz.soundness.falsified import Changes, Guard, falsifies
from fuzz.soundness.places import Change, Impossible, attribute

SIZES = re.compile(r"size=(\[[^\]]*\])")
STRIDES = re.compile(r"stride=(\[[^\]]*\])")


def numbers(pattern: re.Pattern[str], fact: str) -> list[int | None]:
    """What a fact says of each dimension; None where that is open."""
    found = pattern.search(fact)
    return eval(found[1]) if found else []


def is_plain(tensor: Any) -> bool:
    return type(tensor) in (torch.Tensor, torch.nn.Parameter) and tensor.layout is torch.strided and tensor.device.type == "cpu" and not tensor.is_quantized


def alike(tensor: torch.Tensor, sizes: tuple[int, ...]) -> torch.Tensor:
    """A tensor that differs from another in nothing but its sizes."""
    new = torch.zeros(sizes, dtype=tensor.dtype)
    if isinstance(tensor, torch.nn.Parameter):
        return torch.nn.Parameter(new, tensor.requires_grad)
    return new.requires_grad_(tensor.requires_grad)


@falsifies("TENSOR_MATCH")
def other_tensors(guard: Guard) -> Changes:
    now = guard.object
    for new in (None, 5, [now]):
        yield guard.put(new, f"a {type(new).__name__} in its place")
    if not is_plain(now):
        return
    sizes, strides = numbers(SIZES, guard.fact), numbers(STRIDES, guard.fact)
    plain = torch.zeros_like(now.detach(), memory_format=torch.preserve_format)
    wrapped = torch.nn.Parameter if isinstance(now, torch.nn.Parameter) else lambda tensor, grad: tensor.requires_grad_(grad)
    dtype = torch.float64 if now.dtype != torch.float64 else torch.float16
    yield guard.put(wrapped(plain.to(dtype), False), "one of another dtype")
    yield guard.put(wrapped(plain.to("meta"), now.requires_grad), "one of another device")
    yield guard.put(wrapped(plain[None], now.requires_grad), "one with a dimension more")
    yield guard.put(wrapped(plain.to_sparse(), False), "a sparse one")
    if plain.is_floating_point():
        yield guard.put(wrapped(plain.clone(), not now.requires_grad), "one that requires gradients, or does not")
        other = plain.clone() if isinstance(now, torch.nn.Parameter) else torch.nn.Parameter(plain, now.requires_grad)
        yield guard.put(other.requires_grad_(now.requires_grad), "a parameter, or none")
    yield guard.put(plain.as_subclass(type("Sub", (torch.Tensor,), {})), "one of a subclass")
    for place, size in enumerate(sizes):
        if size is not None:
            for step in (1, -1) if size else (1,):
                shape = (*now.shape[:place], size + step, *now.shape[place + 1 :])
                yield guard.put(alike(now, shape), f"one of size {size + step} in dimension {place}")
    if plain.ndim > 1 and None not in strides and min(now.shape) > 1:
        order = plain.transpose(0, -1).contiguous().transpose(0, -1)
        if order.stride() != now.stride():
            yield guard.put(wrapped(order, now.requires_grad), "one with other strides")
    yield from in_place(now, sizes)


# Where torch keeps what a mark says, a set of dimensions, by the word for it in a fact.
MARKS = {
    "static": "_dynamo_static_indices",
    "dynamic": "_dynamo_dynamic_indices",
    "perhaps dynamic": "_dynamo_weak_dynamic_indices",
    "unbacked": "_dynamo_unbacked_indices",
}


@falsifies("DIMENSION_MARKS")
def more_marks(guard: Guard) -> Changes:
    """Each mark that the fact, `{0: dynamic, 1: static}` say, does not have."""
    now, known = guard.object, guard.fact.strip("{}").split(", ")
    for dimension in range(now.ndim):
        for kind, name in MARKS.items():
            mark = f"{dimension}: {kind}"
            if mark not in known:
                old = vars(now).get(name)
                yield Change(
                    f"marked {mark}",
                    lambda name=name, old=old, dimension=dimension: setattr(now, name, {*(old or ()), dimension}),
                    lambda name=name, old=old: delattr(now, name) if old is None else setattr(now, name, old),
                )


def in_place(now: torch.Tensor, sizes: list[int | None]) -> Changes:
    """What becomes of the tensor itself, at the same address."""
    data = now.data
    if now.is_leaf and not now.is_inference():
        if data.is_floating_point():
            grad = now.requires_grad
            yield Change("it requires gradients, or no longer", lambda: now.requires_grad_(not grad), lambda: now.requires_grad_(grad))
        with contextlib.suppress(RuntimeError):
            if not now.requires_grad:
                yield becomes(now, data.to(torch.float16 if now.dtype != torch.float16 else torch.float32), "its data has another dtype")
            yield becomes(now, data[None], "its data has a dimension more")
            if sizes and sizes[0] is not None:
                yield becomes(now, data.new_zeros((sizes[0] + 1, *data.shape[1:])), "its data has another size")
            if now.ndim > 1 and None not in sizes and min(now.shape) > 1:
                yield becomes(now, data.transpose(0, -1).contiguous().transpose(0, -1), "its data may have other strides")
    cls = type(now)
    yield attribute("its class is another", now, "__class__", cls, torch.nn.Parameter if cls is torch.Tensor else torch.Tensor)


def becomes(now: torch.Tensor, data: torch.Tensor, label: str) -> Change | None:
    before = now.data
    if data.dtype == before.dtype and data.shape == before.shape and data.stride() == before.stride():
        return None

    def put(new: torch.Tensor) -> None:
        now.data = new

    return Change(label, lambda: put(data), lambda: put(before))


MOST_BITS = 4096


def power(base: Any, exponent: Any) -> Any:
    """`**`, unless it would take for ever."""
    if isinstance(base, int) and isinstance(exponent, int) and base.bit_length() * exponent > MOST_BITS:
        raise NoAnswer
    return base**exponent


class Powers(ast.NodeTransformer):
    """`a ** b` as `power(a, b)`."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.op, ast.Pow):
            return node
        return ast.Call(ast.Name("power", ast.Load()), [node.left, node.right], [])


OPERATORS = {
    "Max": max, "Min": min, "Mod": lambda a, b: a % b, "FloorDiv": lambda a, b: a // b, "Eq": lambda a, b: a == b, "Ne": lambda a, b: a != b,
    "max": max, "min": min, "Abs": abs, "abs": abs, "power": power,
}  # fmt: skip
FAR = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 16, 31, 64, 100)
FAR_INTS = (*FAR, -1, -2, -7, 2**31 - 1, 2**31, -(2**31), 2**53 + 1, 2**61)


class Neighbours:
    """Other sizes and ints for an entry: for some its conditions hold, and it must serve; for others it must not."""

    def __init__(self, places: Any, conditions: list[str], inputs: list[tuple[Any, str]], open_sizes: dict[str, list[int | None]]) -> None:
        self.places, self.conditions, self.inputs, self.open_sizes = places, conditions, inputs, open_sizes

    def changes(self) -> Any:
        """`(change, whether the conditions hold)`."""
        values = {}
        for path, name in self.inputs:
            with contextlib.suppress(Exception):
                values[name] = self.value(path)
        for path, name in self.inputs:
            if path[-1][0] == "stride" or name not in values:
                continue
            for new in FAR if path[-1][0] == "size" else FAR_INTS:
                if new == values[name]:
                    continue
                with contextlib.suppress(Impossible, NoAnswer):
                    yield self.change(path, name, new), self.hold({**values, name: new})

    def value(self, path: Any) -> int:
        step, dimension = path[-1]
        if step == "size":
            return self.places.at(path[:-1]).shape[dimension]
        if step == "stride":
            return self.places.at(path[:-1]).stride(dimension)
        return self.places.at(path)

    def change(self, path: Any, name: str, new: int) -> Change:
        if path[-1][0] != "size":
            return self.places.put(path, new, f"{name} = {new}")
        tensor, dimension = self.places.at(path[:-1]), path[-1][1]
        if not is_plain(tensor) or not tensor.is_contiguous() or not tensor.is_leaf or tensor.numel() > 10**6:
            raise Impossible
        if any(step == "stride" for other, _ in self.inputs for step, _ in other[-1:] if other[:-1] == path[:-1]):
            raise Impossible
        if self.open_sizes.get(repr(path[:-1]), [0] * tensor.ndim)[dimension] is not None:
            raise Impossible
        shape = (*tensor.shape[:dimension], new, *tensor.shape[dimension + 1 :])
        return self.places.put(path[:-1], alike(tensor, shape), f"{name} = {new}")

    def hold(self, values: dict[str, int]) -> bool:
        names = {f"v{place}": value for place, value in enumerate(values.values())}
        for condition in self.conditions:
            text = condition
            for place, name in sorted(enumerate(values), key=lambda pair: -len(pair[1])):
                text = text.replace(name, f"v{place}")
            try:
                tree = ast.fix_missing_locations(Powers().visit(ast.parse(text, mode="eval")))
                if not eval(compile(tree, "<condition>", "eval"), {"__builtins__": {}, **OPERATORS}, names):
                    return False
            except Exception as error:
                raise NoAnswer from error
        return True


class NoAnswer(Exception):
    """A condition in words that are not Python's."""
