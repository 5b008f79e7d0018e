"""Runs models under Alternator, under torch.compile and as written, and compares.

    tools/models [NAME…] [--modes inference,training] [--backend eager] [--list] [--json FILE]

Without names, runs the list of tools/model_list.py. For each model and mode the table says

- graphs and breaks of Alternator, with torch's behind a slash;
- how many operators were captured, and the share of operators whose shape was asked for that a
  meta rule answered;
- milliseconds from the first call to its result less an eager call, in both front ends, the ratio,
  and how far the process's memory rose above what it was, in MiB;
- `right` when results (and gradients, in training) equal eager's, on the first call and the second,
  and the second call compiled nothing; or else what was wrong.

Every model runs in a process of its own, so that one that crashes is one failure. Ends with
`N passed, N failed`: a model fails when it is not right, or needs more graphs than torch.
"""

from __future__ import annotations

import argparse
import copy
import json
import os
import subprocess
import sys
import time
import warnings

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import model_list  # noqa: E402

DETECTION = ("rcnn", "ssd", "retinanet", "fcos")


class Backend:
    """Counts graphs and operators, and has another backend do the work."""

    def __init__(self, name):
        self.name, self.graphs, self.ops = name, 0, 0

    def __call__(self, module, example_inputs, **_):
        self.graphs += 1
        self.ops += sum(node.op.startswith("call") for node in module.graph.nodes)
        if self.name == "eager":
            return module.forward
        from torch._dynamo.backends.registry import lookup_backend

        return lookup_backend(self.name)(module, example_inputs)


def tensors(value):
    """The tensors of a result in order, whatever holds them."""
    import torch

    if isinstance(value, torch.Tensor):
        return [value]
    if isinstance(value, dict):
        return [t for v in value.values() for t in tensors(v)]
    if isinstance(value, (list, tuple)):
        return [t for v in value for t in tensors(v)]
    return [t for v in vars(value).values() for t in tensors(v)] if hasattr(value, "__dict__") else []


def step(function, module, args, kwargs, training):
    """One call: its tensors, and in training the gradients of the parameters."""
    import torch

    torch.manual_seed(1)
    if not training:
        with torch.no_grad():
            return tensors(function(*args, **kwargs)), [], []
    module.zero_grad()
    outputs = tensors(function(*args, **kwargs))
    loss = sum(t.float().square().mean() for t in outputs if t.requires_grad)
    loss.backward()
    gradients = [p.grad for p in module.parameters()]
    return [t.detach() for t in outputs], gradients, [b.clone() for b in module.buffers()]


def difference(found, expected):
    """What differs between two steps; empty when nothing does."""
    import torch

    for name, a, b in zip(("result", "gradient", "buffer"), found, expected):
        if len(a) != len(b):
            return f"{len(a)} {name}s for {len(b)}"
        for i, (x, y) in enumerate(zip(a, b)):
            if (x is None) != (y is None):
                return f"{name} {i}: {'none' if x is None else 'unexpected'}"
            if x is None:
                continue
            if x.dtype != y.dtype or x.shape != y.shape:
                return f"{name} {i}: {x.dtype} {tuple(x.shape)} for {y.dtype} {tuple(y.shape)}"
            # Float noise of a different order of operations, relative to the size of the tensor.
            scale = float(y.abs().max()) if y.numel() and y.is_floating_point() else 0.0
            if not torch.allclose(x, y, rtol=1e-3, atol=1e-4 * max(1.0, scale), equal_nan=True):
                return f"{name} {i}: off by {float((x - y).abs().max()):.2g} of {scale:.2g}"
    return ""


def run_frontend(frontend, build, mode, backend_name):
    """Compiles a fresh copy of the model and runs it twice, beside eager."""
    import torch

    training = mode == "training"
    module, args, kwargs = build()
    module.train(training)
    eager = copy.deepcopy(module)
    expected = [step(eager, eager, args, kwargs, training) for _ in range(2)]
    start = time.perf_counter()
    step(eager, eager, args, kwargs, training)
    eager_seconds = time.perf_counter() - start

    if frontend == "torch":
        torch._dynamo.reset()
        torch._dynamo.utils.counters.clear()
        compile_ = torch.compile
    else:
        import alternator

        alternator.reset()
        compile_ = alternator.compile
    backend = Backend(backend_name)
    row = dict(graphs=0, ops=0, breaks=0, ms=0.0, why="")
    try:
        compiled = compile_(module, backend=backend)
        before = forget_peak()
        start = time.perf_counter()
        found = step(compiled, module, args, kwargs, training)
        row["ms"] = max(0.0, time.perf_counter() - start - eager_seconds) * 1e3
        row["mib"] = memory("VmHWM") - before
        row.update(graphs=backend.graphs, ops=backend.ops)
        row["why"] = difference(found, expected[0])
        if not row["why"]:
            found = step(compiled, module, args, kwargs, training)
            row["why"] = difference(found, expected[1])
            if not row["why"] and backend.graphs != row["graphs"]:
                row["why"] = f"the second call compiled {backend.graphs - row['graphs']} graphs more"
    except Exception as error:  # noqa: BLE001 - reported in the table
        row["why"] = f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"[:160]
    if frontend == "torch":
        row["breaks"] = sum(torch._dynamo.utils.counters["graph_break"].values())
    else:
        counted = alternator.counters()
        row["breaks"] = counted["graph_breaks"]
        row["reasons"] = [str(r) for r in counted["break_reasons"]][:10]
        row["by_rule"] = counted["meta_rules"]
        row["asked"] = counted["meta_rules"] + counted["fake_tensors"]
        row["without_rule"] = counted.get("operators_without_rule", {})
    return row


def memory(field):
    """Resident memory in MiB: `VmRSS` now, or `VmHWM` at its peak. Linux alone tells."""
    try:
        with open("/proc/self/status") as status:
            return next(int(line.split()[1]) / 1024 for line in status if line.startswith(field))
    except (OSError, StopIteration):
        return 0.0


def forget_peak():
    """Begins a new peak at what is resident now, and answers that."""
    try:
        with open("/proc/self/clear_refs", "w") as file:
            file.write("5")
    except OSError:
        pass
    return memory("VmRSS")


def run_model(name, mode, backend, against):
    import torch

    warnings.filterwarnings("ignore")
    torch.set_num_threads(1)

    def build():
        torch.manual_seed(0)
        return model_list.build(name)

    import alternator

    frontends = ["alternator"] + (["torch"] if against else [])
    for frontend in frontends:  # first-use set-up is not the model's
        compile_ = torch.compile if frontend == "torch" else alternator.compile
        compile_(lambda x: x + 1, backend=Backend("eager"))(torch.ones(2))
    return {frontend: run_frontend(frontend, build, mode, backend) for frontend in frontends}


def run_in_child(name, mode, options):
    command = [sys.executable, os.path.abspath(__file__), "--child", name, "--modes", mode, "--backend", options.backend]
    if options.alone:
        command.append("--alone")
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=options.timeout)
    except subprocess.TimeoutExpired:
        return {"alternator": dict(graphs=0, ops=0, breaks=0, ms=0.0, why=f"no answer in {options.timeout:.0f} s")}
    for line in done.stdout.splitlines():
        if line.startswith("ROW "):
            return json.loads(line[4:])
    tail = (done.stderr.strip().splitlines() or ["no output"])[-1]
    return {"alternator": dict(graphs=0, ops=0, breaks=0, ms=0.0, why=f"exit {done.returncode}: {tail[:160]}")}


def show(name, mode, result):
    ours, theirs = result["alternator"], result.get("torch")
    behind = (lambda key, form="{}": "/" + form.format(theirs[key])) if theirs else (lambda *_: "")
    share = f"{100 * ours['by_rule'] / ours['asked']:.0f}%" if ours.get("asked") else "-"
    ratio = f"{theirs['ms'] / ours['ms']:6.1f}x" if theirs and ours["ms"] and theirs["ms"] else "      -"
    verdict = ours["why"] or "right"
    if theirs and theirs["why"]:
        verdict += f" (torch: {theirs['why']})"
    if not ours["why"] and not ours["graphs"]:
        verdict = "nothing was captured"
    elif theirs and not ours["why"] and ours["graphs"] > theirs["graphs"]:
        verdict = "more graphs than torch"
    print(
        f"{name:52s} {mode:9s} {str(ours['graphs']) + behind('graphs'):>7s} {str(ours['breaks']) + behind('breaks'):>7s} "
        f"{ours['ops']:5d} {share:>5s} {ours['ms']:8.1f}{behind('ms', '{:8.1f}')} {ratio} "
        f"{ours.get('mib', 0):6.0f}{behind('mib', '{:6.0f}')}  {verdict}",
        flush=True,
    )
    return verdict == "right" or verdict.startswith("right (torch")


COLD = """
import time
import torch
imported = time.perf_counter()
{front_end}
front_end = time.perf_counter() - imported
import torchvision
torch.manual_seed(0)
model, x = torchvision.models.resnet18(weights=None).eval(), torch.randn(1, 3, 64, 64)
with torch.no_grad():
    compile(model, backend=lambda graph, inputs: graph.forward)(x)
print("COLD", front_end, flush=True)
"""


def cold_start():
    """From the start of a process to resnet18's first compiled result, and what importing costs."""
    front_ends = {
        "alternator": "import alternator; compile = alternator.compile",
        "torch": "compile = torch.compile",
        "eager": "compile = lambda model, backend: model",
    }
    for name, code in front_ends.items():
        totals, imports = [], []
        for _ in range(3):
            start = time.perf_counter()
            command = [sys.executable, "-W", "ignore", "-c", COLD.format(front_end=code)]
            done = subprocess.run(command, capture_output=True, text=True)
            totals.append(time.perf_counter() - start)
            answer = [line for line in done.stdout.splitlines() if line.startswith("COLD")]
            if not answer:
                print(f"{name:12s} failed: {(done.stderr.strip().splitlines() or ['no output'])[-1]}")
                break
            imports.append(float(answer[0].split()[1]))
        else:
            print(f"{name:12s} {min(totals):6.2f} s to the first result, {1e3 * min(imports):6.1f} ms to import")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--modes", default="inference,training")
    parser.add_argument("--backend", default="eager")
    parser.add_argument("--alone", action="store_true", help="do not run torch.compile beside it")
    parser.add_argument("--timeout", type=float, default=600)
    parser.add_argument("--json")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--reasons", action="store_true", help="print graph breaks and operators without meta rule")
    parser.add_argument("--cold", action="store_true", help="time from process start to the first compiled result")
    parser.add_argument("--child", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.list:
        return print("\n".join(model_list.NAMES))
    if options.child:
        return print("ROW " + json.dumps(run_model(options.child, options.modes, options.backend, not options.alone)))
    if options.cold:
        return cold_start()
    print(f"{'model':52s} {'mode':9s} {'graphs':>7s} {'breaks':>7s} {'ops':>5s} {'rules':>5s} {'ms':>17s} {'ratio':>7s} {'MiB':>13s}")
    passed = failed = asked = by_rule = 0
    rows = []
    for name in options.names or model_list.NAMES:
        for mode in options.modes.split(","):
            if mode == "training" and any(word in name for word in DETECTION):
                continue
            result = run_in_child(name, mode, options)
            good = show(name, mode, result)
            passed, failed = passed + good, failed + (not good)
            ours = result["alternator"]
            asked, by_rule = asked + ours.get("asked", 0), by_rule + ours.get("by_rule", 0)
            rows.append(dict(model=name, mode=mode, **result))
            if options.reasons:
                for reason in ours.get("reasons", []):
                    print(f"    break: {reason}")
                for operator, count in sorted(ours.get("without_rule", {}).items(), key=lambda p: -p[1]):
                    print(f"    no meta rule: {operator} ({count} times)")
    if asked:
        print(f"shapes asked for: {asked}, answered by a meta rule: {100 * by_rule / asked:.1f} %")
    ratios = [r["torch"]["ms"] / r["alternator"]["ms"] for r in rows if "torch" in r and r["alternator"]["ms"] > 0]
    ratios = [r for r in ratios if r > 0]
    if ratios:
        import statistics

        print(f"geometric mean of torch/alternator: {statistics.geometric_mean(ratios):.2f}")
    if options.json:
        with open(options.json, "w") as file:
            json.dump(rows, file, indent=1)
    print(f"{passed} passed, {failed} failed")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
