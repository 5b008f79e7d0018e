"""One model under one front end, beside eager: what `tools/models` runs in a process of its own."""

from __future__ import annotations

import copy
import random
import time

import model_list


class Backend:
    """Counts graphs and operators, and has another backend do the work."""

    def __init__(self, name: str):
        self.name, self.graphs, self.ops = name, 0, 0

    def __call__(self, module, example_inputs, **_):
        self.graphs += 1
        self.ops += sum(node.op.startswith("call") for node in module.graph.nodes)
        if self.name == "eager":
            return module.forward
        from torch._dynamo.backends.registry import lookup_backend

        return lookup_backend(self.name)(module, example_inputs)


def warm(frontend: str) -> None:
    """First-use set-up of a front end, which is not any model's."""
    import torch

    compiler(frontend)(lambda x: x + 1, backend=Backend("eager"))(torch.ones(2))


def compiler(frontend: str):
    """The front end's `compile`, with nothing compiled yet."""
    if frontend == "torch":
        import torch

        torch._dynamo.reset()
        torch._dynamo.utils.counters.clear()
        return torch.compile
    import alternator

    alternator.reset()
    return alternator.compile


def run(name: str, frontend: str, mode: str, backend_name: str, device: str = "cpu") -> dict:
    """Compiles a fresh model, calls it twice, and compares both calls with eager's."""
    import torch

    training = mode == "training"
    if backend_name == "inductor":
        # Else dropout draws from a generator of inductor's own, under either front end.
        from torch._inductor import config

        config.fallback_random = True
    torch.manual_seed(0)
    module, args, kwargs = model_list.build(name)
    module.to(device).train(training)
    args, kwargs = torch.utils._pytree.tree_map_only(torch.Tensor, lambda tensor: tensor.to(device), (args, kwargs))
    eager = copy.deepcopy(module)
    expected = [step(eager, eager, args, kwargs, training) for _ in range(2)]
    eager_seconds, eager_mib, _ = measured(eager, eager, args, kwargs, training)

    backend = Backend(backend_name)
    row = dict(graphs=0, ops=0, breaks=0, ms=0.0, mib=0.0, why="")
    try:
        compiled = compiler(frontend)(module, backend=backend)
        seconds, mib, found = measured(compiled, module, args, kwargs, training)
        row.update(ms=max(0.0, seconds - eager_seconds) * 1e3, mib=max(0.0, mib - eager_mib))
        row.update(graphs=backend.graphs, ops=backend.ops)
        row["why"], row["exact"] = difference(found, expected[0])
        if not row["why"]:
            found = step(compiled, module, args, kwargs, training)
            row["why"], exact = difference(found, expected[1])
            row["exact"] = row["exact"] and exact
        row["again"] = backend.graphs - row["graphs"]
    except Exception as error:  # noqa: BLE001 - reported in the table
        row["why"] = f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"[:160]
        row["crashed"] = True
    row.update(counted(frontend))
    return row


def counted(frontend: str) -> dict:
    """What the front end itself counted."""
    if frontend == "torch":
        import torch

        reasons = torch._dynamo.utils.counters["graph_break"]
        return dict(breaks=sum(reasons.values()), reasons=[reason.strip().splitlines()[0] for reason in reasons])
    import alternator

    numbers = alternator.counters()
    return dict(
        breaks=numbers["graph_breaks"],
        reasons=[f"{reason} ({file.rpartition('/')[2]}:{line})" for reason, file, line, _ in numbers["break_reasons"]],
        by_rule=numbers["meta_rules"],
        asked=numbers["meta_rules"] + numbers["fake_tensors"],
        without_rule=numbers["operators_without_rule"],
    )


def step(function, module, args, kwargs, training: bool):
    """One call: its tensors, and in training the loss, the gradients and the buffers after it."""
    import numpy
    import torch

    # Masks of speech models are NumPy's chance, and layers that are left out Python's.
    for seed in (torch.manual_seed, numpy.random.seed, random.seed):
        seed(1)
    if not training:
        with torch.no_grad():
            return dict(result=tensors(function(*args, **kwargs)))
    module.zero_grad()
    outputs = tensors(function(*args, **kwargs))
    loss = sum(t.abs().square().float().mean() for t in outputs if t.requires_grad)
    loss.backward()
    return dict(
        result=[t.detach() for t in outputs],
        loss=[loss.detach()],
        gradient=[p.grad for p in module.parameters()],
        buffer=[b.clone() for b in module.buffers()],
    )


def tensors(value, seen: set | None = None) -> list:
    """The tensors of a result in order, whatever holds them."""
    import torch

    seen = set() if seen is None else seen
    if isinstance(value, torch.Tensor):
        return [value]
    if id(value) in seen:
        return []
    seen.add(id(value))
    if isinstance(value, dict):
        parts = list(value.values())
    elif isinstance(value, (list, tuple)):
        parts = list(value)
    elif isinstance(value, type) or not hasattr(value, "__dict__"):
        parts = []
    else:
        parts = list(vars(value).values())
    return [t for part in parts for t in tensors(part, seen)]


def difference(found: dict, expected: dict) -> tuple[str, bool]:
    """What differs between two steps, empty when nothing does; and whether they agree to the bit."""
    import torch

    exact = True
    for kind, wanted in expected.items():
        if len(found[kind]) != len(wanted):
            return f"{len(found[kind])} {kind}s for {len(wanted)}", False
        for i, (x, y) in enumerate(zip(found[kind], wanted)):
            if x is None and y is None:
                continue
            if x is None or y is None:
                return f"{kind} {i}: {'none' if x is None else 'unexpected'}", False
            if x.dtype != y.dtype or x.shape != y.shape:
                return f"{kind} {i}: {x.dtype} {tuple(x.shape)} for {y.dtype} {tuple(y.shape)}", False
            if (x == y).logical_or((x != x) & (y != y)).all():
                continue
            exact = False
            # Float noise of a different order of operations, relative to the size of the tensor.
            scale = float(y[y.isfinite()].abs().max()) if y.is_floating_point() and y.isfinite().any() else 0.0
            if not torch.allclose(x, y, rtol=1e-3, atol=1e-4 * max(1.0, scale), equal_nan=True):
                return f"{kind} {i}: off by {float((x - y).abs().max()):.2g} of {scale:.2g}", False
    return "", exact


def measured(function, module, args, kwargs, training: bool):
    """A step, with its seconds and how far memory rose above what it was, in MiB."""
    before = forget_peak()
    start = time.perf_counter()
    found = step(function, module, args, kwargs, training)
    seconds = time.perf_counter() - start
    return seconds, memory("VmHWM") - before, found


def memory(field: str) -> float:
    """Resident memory in MiB: `VmRSS` now, or `VmHWM` at its peak. Linux alone tells."""
    try:
        with open("/proc/self/status") as status:
            return next(int(line.split()[1]) / 1024 for line in status if line.startswith(field))
    except (OSError, StopIteration):
        return 0.0


def forget_peak() -> float:
    """Begins a new peak at what is resident now, and answers that."""
    try:
        with open("/proc/self/clear_refs", "w") as file:
            file.write("5")
    except OSError:
        pass
    return memory("VmRSS")
