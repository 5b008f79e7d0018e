"""What meta rules say, compared with what torch does, for all of torch's own operator database.

    tools/python tools/compare_meta.py [NAME…]     the operators named, or all

Every answer that a rule gives must be torch's; `unknown` is allowed, and counted.
"""

import collections
import os
import sys
import warnings

import torch

warnings.filterwarnings("ignore")


def engine():
    name = os.environ.get("META_ENGINE", "alternator._engine")
    return __import__(name, fromlist=["infer_meta"])


META = engine()
TARGETS = set(META.meta_targets())


def shown(value):
    """What torch answered, in the form of `infer_meta`."""
    if isinstance(value, torch.Tensor):
        device = (0 if value.device.type == "cpu" else 1, -1 if value.device.index is None else value.device.index)
        return (str(value.dtype), device, list(value.shape), list(value.stride()), value.requires_grad)
    if isinstance(value, (tuple, list)):
        return [shown(item) for item in value]
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    return "other"


def strided(value):
    if isinstance(value, torch.Tensor):
        return value.layout is torch.strided
    if isinstance(value, (tuple, list)):
        return all(strided(item) for item in value)
    return True


def same(said, found):
    """Equal, but for strides of dimensions that hold at most one element: torch leaves those open."""
    if isinstance(said, list) and isinstance(found, list):
        return len(said) == len(found) and all(same(a, b) for a, b in zip(said, found))
    if isinstance(said, tuple) and isinstance(found, tuple):
        if said[:3] != found[:3] or said[4] != found[4]:
            return False
        if 0 in found[2]:
            return True
        return all(size == 1 or a == b for size, a, b in zip(found[2], said[3], found[3]))
    return said == found


def detached(value):
    """A copy that nothing else uses, of the same strides."""
    if isinstance(value, torch.Tensor):
        copy = value.detach().clone() if value.is_contiguous() else value.detach()
        return copy.requires_grad_(value.requires_grad)
    if isinstance(value, (tuple, list)):
        return type(value)(detached(item) for item in value)
    return value


# What in-place operators say of arguments that the database did not mean for them.
REFUSALS = ("leaf Variable", "is a view", "more than one element of the written-to", "setStorage")


class Tally:
    def __init__(self):
        self.answered, self.unknown, self.wrong = collections.Counter(), collections.Counter(), []

    def check(self, name, target, call, args, kwargs, dynamic=False):
        if target not in TARGETS or not strided([*args, *kwargs.values()]):
            self.unknown[name] += 1
            return
        said = META.infer_meta(target, tuple(args), dict(kwargs), dynamic=dynamic)
        if isinstance(said, str) and said == "unknown":
            self.unknown[name] += 1
            return
        try:
            found = call(*detached(list(args)), **{k: detached(v) for k, v in kwargs.items()})
        except Exception as error:
            found = f"{type(error).__name__}: {str(error)[:100]}"
            if any(words in found for words in REFUSALS):
                return
            self.wrong.append((name, target, text(args, kwargs), said, found))
            return
        if not strided(found):
            return
        if same(said, shown(found)):
            self.answered[name] += 1
        else:
            self.wrong.append((name, target, text(args, kwargs), said, shown(found)))

    def report(self, common=()):
        for name, target, arguments, said, found in self.wrong:
            print(f"WRONG {name} {target}({arguments})\n  rule:  {said}\n  torch: {found}")
        total = sum(self.answered.values()) + sum(self.unknown.values())
        print(f"{sum(self.answered.values())} of {total} calls answered rightly, {len(self.wrong)} wrongly")
        return not self.wrong


def text(args, kwargs):
    def one(value):
        if isinstance(value, torch.Tensor):
            return f"T{tuple(value.shape)}{'' if value.is_contiguous() else value.stride()}:{str(value.dtype)[6:]}"
        if isinstance(value, (tuple, list)):
            return "[" + ", ".join(map(one, value)) + "]"
        return repr(value)

    return ", ".join([*map(one, args), *(f"{k}={one(v)}" for k, v in kwargs.items())])


def targets_of(info):
    """Dotted names under which an operator of the database is called, with the callable."""
    def place(fn):
        if fn is None:
            return None
        name = getattr(fn, "__name__", "")
        for prefix in ("torch", "torch.nn.functional", "torch.special", "torch.linalg", "torch.fft"):
            module = torch
            for part in prefix.split(".")[1:]:
                module = getattr(module, part)
            if getattr(module, name, None) is fn:
                return f"{prefix}.{name}"
        return f"torch.Tensor.{name}" if getattr(torch.Tensor, name, None) is fn else None

    found = []
    for fn in (info.op, info.method_variant, info.inplace_variant):
        target = place(fn)
        if target:
            found.append((target, fn))
    if getattr(info, "operator_variant", None):
        found.append((f"operator.{info.operator_variant.__name__}", info.operator_variant))
    name = info.name.split(".")[-1]
    if hasattr(torch.Tensor, name) and not any(t.startswith("torch.Tensor") for t, _ in found):
        found.append((f"torch.Tensor.{name}", getattr(torch.Tensor, name)))
    return found


def opdb(names, device="cpu"):
    from torch.testing._internal.common_methods_invocations import op_db

    tally = Tally()
    for info in op_db:
        if names and info.name not in names:
            continue
        for dtype in (torch.float32, torch.int64, torch.bool, torch.complex64, torch.float16):
            if dtype not in info.supported_dtypes(device):
                continue
            for grad in ((False, True) if dtype.is_floating_point else (False,)):
                try:
                    samples = list(info.sample_inputs(device, dtype, requires_grad=grad and info.supports_autograd))
                except Exception:
                    continue
                for sample in samples[:40]:
                    for arranged in ARRANGED:
                        args, kwargs = mapped([sample.input, *sample.args], arranged), mapped(sample.kwargs, arranged)
                        for target, call in targets_of(info):
                            tally.check(info.name, target, call, args, kwargs)
                            if dtype.is_floating_point and not grad and arranged is not transposed:
                                tally.check(info.name, target, call, args, kwargs, dynamic=True)
    return tally


def mapped(value, arrange):
    if isinstance(value, torch.Tensor):
        return arrange(value)
    if isinstance(value, dict):
        return {key: mapped(item, arrange) for key, item in value.items()}
    if type(value) in (tuple, list):
        return type(value)(mapped(item, arrange) for item in value)
    return value


def transposed(tensor):
    """The same elements, the last two dimensions the other way round in memory."""
    if tensor.layout is not torch.strided or tensor.dim() < 2:
        return tensor
    moved = tensor.detach().transpose(-1, -2).contiguous().transpose(-1, -2)
    return moved.requires_grad_(tensor.requires_grad)


def gapped(tensor):
    """Every other element of one twice as long."""
    if tensor.layout is not torch.strided or tensor.dim() < 1:
        return tensor
    return tensor.detach().repeat_interleave(2, -1)[..., ::2].requires_grad_(tensor.requires_grad)


def sliced(tensor):
    """Rows of a wider tensor."""
    if tensor.layout is not torch.strided or tensor.dim() < 2:
        return tensor
    wide = tensor.detach().repeat_interleave(2, -1) if tensor.numel() else tensor.detach()
    return wide[..., : tensor.shape[-1]].copy_(tensor.detach()).requires_grad_(tensor.requires_grad)


def expanded(tensor):
    """One row for all."""
    if tensor.layout is not torch.strided or tensor.dim() < 2 or tensor.shape[0] < 2:
        return tensor
    return tensor.detach()[:1].expand(tensor.shape).requires_grad_(tensor.requires_grad)


def channels_last(tensor):
    if tensor.layout is not torch.strided or tensor.dim() != 4:
        return tensor
    return tensor.detach().contiguous(memory_format=torch.channels_last).requires_grad_(tensor.requires_grad)


ARRANGED = (lambda t: t, transposed, channels_last, gapped, sliced, expanded)


def main():
    tally = opdb(sys.argv[1:])
    good = tally.report()
    if os.environ.get("META_SHARE"):
        for name in sorted({*tally.answered, *tally.unknown}):
            print(f"{name}: {tally.answered[name]} of {tally.answered[name] + tally.unknown[name]}")
    sys.exit(not good)


if __name__ == "__main__":
    main()
