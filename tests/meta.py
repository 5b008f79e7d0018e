"""Meta cases: calls of torch's functions, and whether the meta rules foretell what they give.

A file maps the name of a rule to calls:

    torch.sum:
    - [f32(2 3 4)]
    - [f32(2 3 4), {dim: 1, keepdim: true}]

Every function that shares the rule (`rules/torch/meta/families.yaml`) is called so, with real tensors, and what
comes out is compared with what the rule says: dtype, device, sizes, strides, whether gradients are required, and
whether it is the very argument. Then once more with a symbol for every size. Each function must take one of the
calls. Of one that it refuses, whatever the data, the rule must know nothing: the error is raised where the call is.

A call is a list of arguments; a map at its end holds the keywords. Values stand for themselves, but for these:

    f32(2 3)          a tensor of that dtype and those sizes; `f32()` has no dimension
    f32(2 3 | 1 2)    with these strides
    f32(2 3)g         that requires gradients
    "1:3", ":"        a slice, in quotes: YAML has its own idea of colons
    ...               Ellipsis
    torch.float32     what it names
    {tuple: [1, 2]}   a tuple; lists are lists

A call that the rule must leave to torch's fake tensors is written `{unknown: [arguments]}`; one that torch refuses,
which the fakes do not, and the rule does, `{refused: [arguments]}`.
"""

from __future__ import annotations

import contextlib
import importlib
import itertools
import logging
import os
import re
import warnings

import torch
import yaml
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.utils._pytree import tree_map_only

from alternator.api import _engine

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

DTYPES = {
    "f16": torch.float16, "bf16": torch.bfloat16, "f32": torch.float32, "f64": torch.float64,
    "i8": torch.int8, "i16": torch.int16, "i32": torch.int32, "i64": torch.int64, "u8": torch.uint8,
    "bool": torch.bool, "c64": torch.complex64, "c128": torch.complex128,
}  # fmt: skip
TENSOR = re.compile(r"(\w+)\(([\d ]*)(?:\|([\d ]*))?\)(g?)$")
SLICE = re.compile(r"(-?\d*):(-?\d*)(?::(-?\d*))?$")


def faults(path):
    """What is wrong with the rules that a file speaks of, a line each."""
    with open(path) as file:
        cases = yaml.safe_load(file)
    found = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for rule, calls in cases.items():
            targets = [target for target in FAMILIES.get(rule, []) + [rule] if callable_of(target) is not None]
            if not targets:
                found.append(f"{rule}: no such function")
            for target in targets:
                found += check(target, calls)
    return found


def check(target, calls):
    function, found, taken = callable_of(target), [], 0
    for call in calls:
        [(expected, given)] = call.items() if isinstance(call, dict) else [("known", call)]
        declines = expected != "known"
        arguments = [value(item) for item in given]
        keywords = arguments.pop() if arguments and isinstance(arguments[-1], dict) else {}
        result = outcome(function, arguments, keywords)
        if result is None and expected != "refused" and not refuses(function, arguments, keywords):
            continue
        declines |= result is None
        taken += result is not None
        for dynamic in (False, True):
            said = _engine.infer_meta(target, tuple(arguments), keywords, dynamic=dynamic)
            if said == "refused" and result is None and expected != "unknown":
                continue
            if said == "unknown" and expected != "refused" and (declines or dynamic and not whole(arguments, keywords)):
                continue
            if declines or not same(said, result, in_place(target)):
                sizes = "symbols for sizes" if dynamic else "fixed sizes"
                found.append(f"{target}({text(call)}), {sizes}:\n  the rule says  {said}\n  torch gives    {result}")
                break
    if not taken:
        found.append(f"{target} takes none of the calls")
    return found


def outcome(function, arguments, keywords):
    """What torch gives, in the form of `infer_meta`; None for an error."""
    # In-place functions refuse leaves that require gradients: every tensor is the result of something.
    memo = {}
    arguments, keywords = fresh(arguments, memo), fresh(keywords, memo)
    try:
        result = function(*arguments, **keywords)
    except Exception:  # noqa: BLE001 - what a function refuses is for the fake tensors to tell
        return None
    if result is NotImplemented:
        return None
    return shown(result, list(memo.values()))


def refuses(function, arguments, keywords):
    """Whether a call is an error by the shapes and dtypes of its arguments alone."""
    mode = FakeTensorMode()
    arguments, keywords = tree_map_only(torch.Tensor, mode.from_tensor, (arguments, keywords))
    logger = logging.getLogger("torch._subclasses.fake_tensor")
    with mode, mute(logger):
        try:
            function(*arguments, **keywords)
        except Exception:  # noqa: BLE001 - as above
            return True
    return False


@contextlib.contextmanager
def mute(logger):
    logger.disabled = True
    try:
        yield
    finally:
        logger.disabled = False


def shown(result, arguments=()):
    """A result in the form of `infer_meta`."""
    if result is None:
        return "other"
    if isinstance(result, torch.Tensor):
        if result.layout is not torch.strided:
            return "other"
        device = (0 if result.device.type == "cpu" else 1, -1 if result.device.index is None else result.device.index)
        is_argument = any(result is argument for argument in arguments)
        strides = list(result.stride())
        if result.is_conj() or result.is_neg():
            return "read with a bit that no rule knows"
        return (str(result.dtype), device, list(result.shape), strides, result.requires_grad, is_argument)
    if isinstance(result, (tuple, list)):
        return [shown(item, arguments) for item in result]
    if isinstance(result, int) and not isinstance(result, bool):
        return result
    return "other"


def same(said, found, in_place=False):
    """Equal. That an in-place function gives its first argument, its name says already."""
    if isinstance(said, list) and isinstance(found, list):
        return len(said) == len(found) and all(same(a, b) for a, b in zip(said, found))
    if in_place and isinstance(said, tuple) and isinstance(found, tuple):
        return said[:-1] == found[:-1]
    return said == found


def in_place(target):
    """As the engine tells: a trailing underscore, or one of Python's operators."""
    name = target.rpartition(".")[2]
    return name.endswith("_") and not name.endswith("__") or re.match(r"operator\.i\w|.*\.__i\w+__$", target)


def whole(arguments, keywords):
    """Whether no argument is a tensor with fixed strides, of which a symbolic one would know less."""
    tensors = [t for t in torch.utils._pytree.tree_leaves((arguments, keywords)) if isinstance(t, torch.Tensor)]
    return all(tensor.is_contiguous() for tensor in tensors)


def fresh(given, memo):
    """A copy with the same strides; of a tensor that requires gradients, one that is no leaf."""
    if isinstance(given, torch.Tensor):
        if id(given) not in memo:
            if given.is_contiguous():
                copy = given.clone() if given.requires_grad else torch.empty_like(given).copy_(given)
            else:
                copy = restrided(given)
            memo[id(given)] = copy
        return memo[id(given)]
    if isinstance(given, dict):
        return {key: fresh(item, memo) for key, item in given.items()}
    if type(given) in (list, tuple):
        return type(given)(fresh(item, memo) for item in given)
    return given


def restrided(tensor):
    size = 1 + sum((n - 1) * stride for n, stride in zip(tensor.shape, tensor.stride()) if n)
    storage = torch.ones(size, dtype=tensor.dtype)
    if tensor.requires_grad:
        storage = storage.requires_grad_().clone()
    made = storage.as_strided(tensor.shape, tensor.stride())
    return made if 0 in tensor.stride() else made.copy_(tensor.detach())


def value(written):
    """What a value in a case stands for."""
    if isinstance(written, dict):
        if list(written) == ["tuple"]:
            return tuple(map(value, written["tuple"]))
        return {key: value(item) for key, item in written.items()}
    if isinstance(written, list):
        return [value(item) for item in written]
    if not isinstance(written, str):
        return written
    if (match := TENSOR.match(written)) and match[1] in DTYPES:
        return tensor(DTYPES[match[1]], numbers(match[2]), match[3] and numbers(match[3]), bool(match[4]))
    if (match := SLICE.match(written)) or written == "...":
        return slice(*(int(n) if n else None for n in match.groups())) if match else ...
    if written.startswith("torch."):
        found = torch
        for part in written.split(".")[1:]:
            found = getattr(found, part)
        return found
    return written


def tensor(dtype, sizes, strides, gradients):
    made = torch.ones(sizes, dtype=dtype)
    if len(sizes) >= 2 and dtype.is_floating_point | dtype.is_complex:
        made = (made + torch.eye(*sizes[-2:], dtype=dtype)) / 2  # probabilities all, and no square is singular
    if strides:
        laid_out = torch.empty_strided(sizes, strides, dtype=dtype)
        made = restrided(laid_out if 0 in strides else laid_out.copy_(made))
    if dtype is torch.int64:
        made = torch.zeros_like(made) if not strides else made  # an index that every size allows
    return made.requires_grad_(gradients)


def numbers(text):
    return [int(n) for n in text.split()]


def text(call):
    return re.sub(r"^\[|\]$", "", yaml.safe_dump(call, default_flow_style=True, width=10000).strip())


def callable_of(target):
    """The function of a dotted name; None if this torch has no such."""
    parts = target.split(".")
    for count in range(len(parts) - 1, 0, -1):
        try:
            found = importlib.import_module(".".join(parts[:count]))
        except ImportError:
            continue
        for part in parts[count:]:
            found = getattr(found, part, None)
        return found
    return None


def families():
    """The targets that share each rule."""
    with open(os.path.join(ROOT, "rules/torch/meta/families.yaml")) as file:
        rows = yaml.safe_load(file)
    shared = {}
    for row in rows:
        for space, name in itertools.product(row["in"], row["names"]):
            shared.setdefault(row["rule"], []).append(f"{space}.{name}")
    return shared


FAMILIES = families()
