"""Checks Alternator on a GPU against eager, torch.compile and torch's own operator database.

    tools/gpu-check [NAME…] [--device cuda] [--quick] [--list]

Each check runs in a process of its own and gets a line: `pass`, `FAIL` or `left out`, its name, and numbers or the reason.
`--device cpu` runs those that need no GPU, to check the checks. Exit status: 0 if none failed, 1 if one did, 2 if there is no
such device.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import os
import subprocess
import sys
import time
import warnings

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

CHECKS = {}
# Of each library that is there; `plain:` models need none.
QUICK = ("plain:convolutions", "plain:encoder")
# Operators of the database that a quick run looks at.
FEW_OPERATORS = "add mm sum cat index_select nn.functional.conv2d nn.functional.layer_norm sort new_empty linspace".split()


class LeftOut(Exception):
    """A check that says nothing here, and why."""


def check(function):
    CHECKS[function.__name__.replace("_", "-")] = function
    return function


def need(holds, reason: str) -> None:
    if not holds:
        raise LeftOut(reason)


def device_module(device: str):
    """`torch.cuda`, or its like for another kind of device."""
    import torch

    return getattr(torch, torch.device(device).type)


def wait(device: str) -> None:
    """Until the device has done what it was told."""
    getattr(device_module(device), "synchronize", lambda: None)()


def both(function, *makers, backend="eager", **options):
    """The results of a function as written and compiled, each from arguments of its own, with the same random numbers."""
    import alternator
    import torch

    found = []
    for run in (function, alternator.compile(function, backend=backend, **options)):
        torch.manual_seed(0)
        found.append([run(*(make() for make in makers)) for _ in range(3)])
    return found


def agree(device: str, function, *makers, **options) -> None:
    import model_run

    expected, found = both(function, *makers, **options)
    for number, (wanted, given) in enumerate(zip(expected, found)):
        said, _ = model_run.difference(*(dict(result=model_run.tensors(value)) for value in (given, wanted)))
        assert not said, f"call {number + 1}: {said}"
        plain = [[value for value in values if not model_run.tensors(value)] for values in ((given,), (wanted,))]
        assert plain[0] == plain[1], f"call {number + 1}: {plain[0]} for {plain[1]}"


def captured(least: int) -> str:
    """How much the front end captured since the last reset, which is no less than expected."""
    import alternator

    numbers = alternator.counters()
    graphs = numbers["graphs"]
    assert graphs >= least, f"{graphs} graphs for {least}: {[reason[0] for reason in numbers['break_reasons']]}"
    return f"{graphs} graphs, {numbers['graph_breaks']} breaks"


# ---------------------------------------------------------------- models


def models(device: str, quick: bool, backend: str) -> str:
    """The table of `tools/models` on this device; its last line has the numbers."""
    names = list(QUICK)
    if not quick:
        import model_list

        libraries = {"timm": "timm", "torchvision": "torchvision"}
        there = {name: importlib.util.find_spec(libraries.get(name.partition(":")[0], "transformers")) for name in model_list.NAMES}
        names += [name for name, library in there.items() if library]
    command = [sys.executable, os.path.join(HERE, "models.py"), *names, "--device", device, "--backend", backend]
    if backend == "inductor":
        # Torch's front end gives inductor the same graphs: what inductor rounds is no concern of this.
        command.append("--alone")
    done = subprocess.run(command, capture_output=True, text=True)
    lines = done.stdout.splitlines()
    wrong = [" ".join(line.split()) for line in lines[1:] if line.partition(":")[0] in {n.partition(":")[0] for n in names}]
    wrong = [line for line in wrong if "right" not in line]
    last = next((line for line in lines if line.endswith(" failed")), (done.stderr.strip().splitlines() or ["no output"])[-1])
    assert done.returncode == 0, f"{last}; {'; '.join(wrong[:5])}"
    return last


@check
def models_eager(device: str, quick: bool) -> str:
    return models(device, quick, "eager")


@check
def models_aot_eager(device: str, quick: bool) -> str:
    return models(device, quick, "aot_eager")


@check
def models_inductor(device: str, quick: bool) -> str:
    return models(device, quick, "inductor")


# ---------------------------------------------------------------- what torch does on devices


@check
def cuda_graphs(device: str, quick: bool) -> str:
    """`mode="reduce-overhead"`, with a static address and steps marked."""
    import alternator
    import torch

    weight = torch.randn(32, 32, device=device)
    torch._dynamo.mark_static_address(weight)

    def step(x):
        return torch.nn.functional.relu(x @ weight) * 2 + 1

    compiled = alternator.compile(step, mode="reduce-overhead")
    worst, pools = 0.0, 0
    for number in range(6):
        if number == 3:
            # What a graph was recorded with is read again.
            weight.mul_(0.5)
        torch.compiler.cudagraph_mark_step_begin()
        x = torch.randn(8, 32, device=device)
        result, expected = compiled(x).clone(), step(x)
        worst = max(worst, float((result - expected).abs().max()))
    assert worst < 1e-3, f"off by {worst:.2g}"
    if device == "cuda":
        skipped = torch._dynamo.utils.counters["inductor"]["cudagraph_skips"]
        assert not skipped, f"inductor left {skipped} graphs out"
        pools = torch.cuda.memory_stats()["segment.all.allocated"]
        return f"off by {worst:.2g} at most, {pools} segments of memory"
    return f"off by {worst:.2g} at most; without graphs on {device}"


@check
def autocast(device: str, quick: bool) -> str:
    import torch

    kind = torch.device(device).type
    layer = torch.nn.Linear(16, 16, device=device)

    def make():
        return torch.randn(4, 16, device=device)

    def inside(x):
        with torch.autocast(kind, dtype=torch.bfloat16):
            y = layer(x)
            with torch.autocast(kind, enabled=False):
                z = y.float() @ x.T
            return y, z

    def around(x):
        return layer(x), (x @ x.T).sum()

    agree(device, inside, make)
    agree(device, around, make)
    with torch.autocast(kind, dtype=torch.bfloat16):
        agree(device, around, make)
    if kind == "cuda":
        with torch.autocast(kind, dtype=torch.float16):
            agree(device, around, make)
    return captured(3)


@check
def streams_and_events(device: str, quick: bool) -> str:
    import torch

    module = device_module(device)
    need(all(hasattr(module, name) for name in ("Stream", "stream", "current_stream")), f"torch.{device} has no streams")
    side = module.Stream()

    def on_side(x):
        y = x * 2
        if device == "cuda":
            side.wait_stream(torch.cuda.current_stream())
        with module.stream(side):
            z = y.sin() + 1
        if device == "cuda":
            torch.cuda.current_stream().wait_stream(side)
        return z + y

    def with_event(x):
        y = x.cos()
        event = torch.cuda.Event()
        event.record()
        event.synchronize()
        return y + 1, event.query()

    agree(device, on_side, lambda: torch.randn(1000, device=device))
    if device == "cuda":
        agree(device, with_event, lambda: torch.randn(1000, device=device))
    wait(device)
    return captured(1)


@check
def device_guards(device: str, quick: bool) -> str:
    """`with torch.device(…)` and, of several GPUs, each made current in turn."""
    import torch

    def made_here(x):
        with torch.device(device):
            return torch.zeros(3) + x, torch.arange(4)

    agree(device, made_here, lambda: torch.randn(3, device=device))
    count = device_module(device).device_count()
    if device != "cuda":
        return captured(1)

    def on(x, index):
        with torch.cuda.device(index):
            return x + 1, torch.cuda.current_device()

    for index in range(count):
        agree(device, on, lambda: torch.randn(3, device=f"cuda:{index}"), lambda: index)
    return f"{captured(1)}, {count} GPUs"


@check
def state_functions(device: str, quick: bool) -> str:
    """What a program asks of the device: answers, or graph breaks with the same answers."""
    import torch

    module = device_module(device)
    names = "is_available device_count current_device get_device_name get_device_capability is_initialized is_bf16_supported"
    names = [name for name in names.split() if hasattr(module, name)]
    for name in names:
        ask = getattr(module, name)

        def asks(x, ask=ask):
            return x + 1, ask()

        agree(device, asks, lambda: torch.randn(3, device=device))
    if device == "cuda":

        def asks_properties(x):
            return x * torch.cuda.get_device_properties(x.device).multi_processor_count, torch.cuda.memory_allocated() > 0

        agree(device, asks_properties, lambda: torch.randn(3, device=device))
    return f"{len(names)} functions, {captured(1)}"


@check
def random_numbers(device: str, quick: bool) -> str:
    """The generator's numbers, and where it stands afterwards."""
    import alternator
    import torch

    def draws(x):
        return torch.nn.functional.dropout(x, 0.3) + torch.rand_like(x), torch.randn(3, device=device)

    agree(device, draws, lambda: torch.ones(100, device=device))
    after = []
    for run in (draws, alternator.compile(draws, backend="eager")):
        torch.manual_seed(1)
        run(torch.ones(100, device=device))
        after.append(torch.rand(1, device=device).item())
    assert after[0] == after[1], f"the generator goes on with {after[1]} for {after[0]}"
    return captured(1)


@check
def transfers(device: str, quick: bool) -> str:
    """Between the CPU and the device, and calls that alternate between them."""
    import torch

    def there_and_back(x):
        y = x.to(device, non_blocking=True) * 2
        return y, y.cpu() + x, y.sum().item()

    def anywhere(x):
        return x * 2 + 1

    agree(device, there_and_back, lambda: torch.ones(100))
    places = iter(["cpu", device] * 10)
    agree(device, anywhere, lambda: torch.ones(4, device=next(places)))
    if device == "cuda":
        agree(device, there_and_back, lambda: torch.ones(100).pin_memory())
    return captured(2)


@check
def meta_rules(device: str, quick: bool) -> str:
    """What meta rules say of results on this device, compared with what torch gives (`tools/compare_meta.py`)."""
    import types
    import unittest

    if importlib.util.find_spec("expecttest") is None:
        # Torch's database imports its test framework, which takes no more than this class from there.
        sys.modules["expecttest"] = types.SimpleNamespace(TestCase=unittest.TestCase)
    import compare_meta

    tally = compare_meta.opdb(FEW_OPERATORS if quick else [], device)
    answered, unknown = sum(tally.answered.values()), sum(tally.unknown.values())
    assert not tally.wrong, f"{len(tally.wrong)} wrong of {answered + unknown}, the first: {tally.wrong[0]}"
    assert answered, "nothing was answered"
    return f"{answered} of {answered + unknown} calls answered, all rightly"


# ---------------------------------------------------------------- costs


def trained(front_end, device: str):
    """A training step, compiled by a front end with aot_eager, as a function without arguments."""
    import model_list
    import torch

    torch.manual_seed(0)
    module, args, _ = model_list.build("plain:encoder")
    module = module.to(device).train()
    args = [arg.to(device) for arg in args]
    optimizer = torch.optim.SGD(module.parameters(), 0.01)
    compiled = front_end(module, backend="aot_eager")

    def step():
        optimizer.zero_grad()
        loss = compiled(*args).square().mean()
        loss.backward()
        optimizer.step()
        return loss.detach()

    return step


@check
def memory_of_training(device: str, quick: bool) -> str:
    """The peak of a training step, compared with torch.compile's."""
    import alternator
    import torch

    module = device_module(device)
    need(hasattr(module, "max_memory_allocated"), f"torch.{device} does not tell its memory")
    peaks, losses = [], []
    for front_end in (alternator.compile, torch.compile):
        step = trained(front_end, device)
        losses.append([float(step()) for _ in range(3)])
        wait(device)
        module.reset_peak_memory_stats()
        before = module.memory_allocated()
        step()
        wait(device)
        peaks.append((module.max_memory_allocated() - before) / 2**20)
        del step
    ours, theirs = peaks
    assert max(abs(a - b) for a, b in zip(*losses)) < 1e-3, f"losses {losses[0]} for {losses[1]}"
    assert ours <= theirs * 1.02 + 0.5, f"{ours:.2f} MiB, torch.compile {theirs:.2f} MiB"
    return f"{ours:.2f} MiB, torch.compile {theirs:.2f} MiB"


@check
def cost_of_a_hit(device: str, quick: bool) -> str:
    """A call's time with launches in flight: not longer than torch.compile's, and without waiting for the device."""
    import alternator
    import torch

    x = torch.randn(64, device=device)
    size = 8192 if device == "cuda" else 256
    large = torch.randn(size, size, device=device)

    def function(x):
        return x + 1

    calls, costs = 500, {}
    for name, front_end in (("alternator", alternator.compile), ("torch", torch.compile), ("eager", lambda f, backend: f)):
        compiled = front_end(function, backend="eager")
        for _ in range(20):
            compiled(x)
        best = float("inf")
        for _ in range(5):
            wait(device)
            if device == "cuda":
                large @ large
            start = time.perf_counter()
            for _ in range(calls):
                compiled(x)
            best = min(best, (time.perf_counter() - start) / calls * 1e6)
        costs[name] = best
    wait(device)
    said = ", ".join(f"{name} {cost:.1f} us" for name, cost in costs.items())
    assert costs["alternator"] <= costs["torch"] * 1.1, said
    return said


# ---------------------------------------------------------------- running them


def outcome(name: str, device: str, quick: bool) -> tuple[str, str]:
    warnings.filterwarnings("ignore")
    try:
        return "pass", CHECKS[name](device, quick)
    except LeftOut as reason:
        return "left out", str(reason)
    except Exception as error:  # noqa: BLE001 - it is what the check found
        return "FAIL", f"{type(error).__name__}: {(str(error).splitlines() or [''])[0]}"[:400]


def in_process(name: str, options) -> tuple[str, str]:
    command = [sys.executable, os.path.abspath(__file__), name, "--device", options.device, "--inside"]
    try:
        done = subprocess.run(command + ["--quick"] * options.quick, capture_output=True, text=True, timeout=options.timeout)
    except subprocess.TimeoutExpired:
        return "FAIL", f"no answer in {options.timeout:.0f} s"
    answers = [line.split("\t", 2)[1:] for line in done.stdout.splitlines() if line.startswith("OUTCOME\t")]
    last = (done.stderr.strip().splitlines() or ["no output"])[-1]
    return tuple(answers[0]) if answers else ("FAIL", f"exit {done.returncode}: {last}")


def missing(device: str) -> str:
    """Why nothing can be checked; empty if something can."""
    try:
        import torch
    except ImportError as error:
        return f"torch cannot be imported by {sys.executable}: {error}"
    try:
        import alternator  # noqa: F401
    except ImportError as error:
        return f"alternator cannot be imported by {sys.executable}: {error}"
    if not (device == "cpu" or getattr(torch, device, None) and getattr(torch, device).is_available()):
        return f"torch {torch.__version__} has no {device} device here: nothing was checked"
    return ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("names", nargs="*", help="the checks to run; all by default")
    parser.add_argument("--device", default="cuda", choices=["cuda", "cpu"])
    parser.add_argument("--quick", action="store_true", help="two models without libraries, and few operators")
    parser.add_argument("--list", action="store_true", help="print the names of the checks")
    parser.add_argument("--timeout", type=float, default=3600, help="seconds for one check")
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.list:
        return print("\n".join(CHECKS))
    unknown = [name for name in options.names if name not in CHECKS]
    if unknown:
        parser.error(f"no check is called {unknown[0]!r}; there are {', '.join(CHECKS)}")
    if options.inside:
        with contextlib.redirect_stdout(sys.stderr):
            said, text = outcome(options.names[0], options.device, options.quick)
        return print(f"OUTCOME\t{said}\t{text}", flush=True)
    reason = missing(options.device)
    if reason:
        print(f"tools/gpu-check: {reason}")
        sys.exit(2)
    counts = dict.fromkeys(("pass", "FAIL", "left out"), 0)
    for name in options.names or CHECKS:
        start = time.perf_counter()
        said, text = in_process(name, options)
        counts[said] += 1
        print(f"{said:8s} {name:20s} {text} ({time.perf_counter() - start:.0f} s)", flush=True)
    print(f"{counts['pass']} passed, {counts['FAIL']} failed, {counts['left out']} left out")
    sys.exit(bool(counts["FAIL"]))


if __name__ == "__main__":
    main()
