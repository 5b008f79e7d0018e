"""Runs models under Alternator, under torch.compile and as written, and compares.

    tools/models [NAME…] [--modes inference,training] [--backend eager] [--device cpu] [--list] [--json FILE]

A name is one of the list in tools/model_list.py, which is what runs without names, or
`hf:<class of transformers>`, `timm:<name>`, `torchvision:<name>`; `plain:encoder` and
`plain:convolutions` need torch alone. For each model and mode the table says

- graphs and breaks of Alternator, with torch's behind a slash;
- how many operators were captured, and the share of operators whose shape was asked for that a
  meta rule answered;
- milliseconds from the first call to its result less an eager call, in both front ends, the ratio,
  and how much higher than an eager call's the process's memory rose meanwhile, in MiB;
- `right` when on the first call and the second results equal eager's, in training the loss, the
  gradient of every parameter and the buffers after the step too, and the second call compiled
  nothing (or no more than under torch: the first call of some models changes their state);
  `right, but for noise` when they agree within a tolerance but not to the bit.

Every model runs in processes of its own, one for each front end, so that one that crashes is one
failure; they are forked from one that has imported the libraries. The run of the whole list ends with
cold starts: from the start of a process to resnet18's first compiled result. Then `N passed, N
failed`: a model fails when it is not right, or needs more graphs or breaks than torch.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import select
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import traceback
import warnings

# Said here and not by `torch.set_num_threads`, which leaves a pool of threads that a forked process must not touch.
os.environ.update(OMP_NUM_THREADS="1", MKL_NUM_THREADS="1")
# A forked process cannot use a GPU that its parent has asked CUDA about; this asks the driver.
os.environ["PYTORCH_NVML_BASED_CUDA_CHECK"] = "1"

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import model_list  # noqa: E402
import model_run  # noqa: E402

DETECTION = ("rcnn", "ssd", "retinanet", "fcos")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--models", help="names as well, with commas between them")
    parser.add_argument("--modes", default="inference,training")
    parser.add_argument("--backend", default="eager", help="eager, aot_eager, inductor, or another of torch's registry")
    parser.add_argument("--device", default="cpu", help="cpu, or cuda")
    parser.add_argument("--alone", action="store_true", help="do not run torch.compile beside it")
    parser.add_argument("--timeout", type=float, default=600, help="seconds for one model, mode and front end")
    parser.add_argument("--json", help="also write the rows to this file")
    parser.add_argument("--list", action="store_true", help="print the names of the list")
    parser.add_argument("--reasons", action="store_true", help="print graph breaks and operators without meta rule")
    parser.add_argument("--cold", action="store_true", help="nothing but the cold starts")
    options = parser.parse_args()
    if options.list:
        return print("\n".join(model_list.NAMES))
    if options.cold:
        return cold_start()
    named = options.names + (options.models.split(",") if options.models else [])
    failed = run_table(named or model_list.NAMES, options)
    if not named and not options.alone:
        cold_start()
    sys.exit(bool(failed))


def run_table(names, options) -> int:
    """Prints the table; how many rows failed."""
    frontends = ["alternator"] + ([] if options.alone else ["torch"])
    prepare(names, frontends)
    print(f"{'model':52s} {'mode':9s} {'graphs':>7s} {'breaks':>7s} {'ops':>5s} {'rules':>5s} {'ms':>17s} {'ratio':>7s} {'MiB':>13s}")
    passed, rows = 0, []
    for name in names:
        for mode in options.modes.split(","):
            if mode == "training" and any(word in name for word in DETECTION):
                continue
            row = {frontend: in_child(name, frontend, mode, options) for frontend in frontends}
            passed += show(name, mode, row, options.reasons)
            rows.append(dict(model=name, mode=mode, **row))
    asked = sum(row["alternator"].get("asked", 0) for row in rows)
    if asked:
        by_rule = sum(row["alternator"].get("by_rule", 0) for row in rows)
        print(f"shapes asked for: {asked}, answered by a meta rule: {100 * by_rule / asked:.1f} %")
    ratios = [row["torch"]["ms"] / row["alternator"]["ms"] for row in rows if "torch" in row and row["alternator"]["ms"] > 0]
    ratios = [ratio for ratio in ratios if ratio > 0]
    if ratios:
        print(f"geometric mean of torch/alternator: {statistics.geometric_mean(ratios):.1f}")
    if options.json:
        with open(options.json, "w") as file:
            json.dump(rows, file, indent=1)
    failed = len(rows) - passed
    print(f"{passed} passed, {failed} failed", flush=True)
    return failed


def show(name: str, mode: str, row: dict, reasons: bool) -> bool:
    """Prints a row; whether it passes."""
    ours, theirs = row["alternator"], row.get("torch")
    said, good = verdict(ours, theirs)
    behind = (lambda key, form="{}": "/" + form.format(theirs[key])) if theirs else (lambda *_: "")
    share = f"{100 * ours['by_rule'] / ours['asked']:.0f}%" if ours.get("asked") else "-"
    ratio = f"{theirs['ms'] / ours['ms']:6.1f}x" if theirs and ours["ms"] and theirs["ms"] else "      -"
    print(
        f"{name:52s} {mode:9s} {str(ours['graphs']) + behind('graphs'):>7s} {str(ours['breaks']) + behind('breaks'):>7s} "
        f"{ours['ops']:5d} {share:>5s} {ours['ms']:8.1f}{behind('ms', '{:8.1f}')} {ratio} "
        f"{ours['mib']:6.0f}{behind('mib', '{:6.0f}')}  {said}",
        flush=True,
    )
    if reasons:
        for reason in ours.get("reasons", []):
            print(f"    break: {reason}")
        for reason in (theirs or {}).get("reasons", []):
            print(f"    torch's break: {reason}")
        for operator, count in sorted(ours.get("without_rule", {}).items(), key=lambda pair: -pair[1]):
            print(f"    no answer by a meta rule: {operator} ({count} times)", flush=True)
    return good


def verdict(ours: dict, theirs: dict | None) -> tuple[str, bool]:
    """What is to be said of a row, and whether it passes."""
    about_torch = f" (torch: {theirs['why']})" if theirs and theirs["why"] else ""
    if ours["why"]:
        return ours["why"] + about_torch, False
    if not ours["graphs"]:
        return "nothing was captured", False
    if theirs and not theirs["why"]:
        for what in ("graphs", "breaks"):
            if ours[what] > theirs[what]:
                return f"more {what} than torch", False
    again = ours["again"]
    if again > (theirs["again"] if theirs and not theirs["why"] else 0):
        return f"the second call compiled {again} graphs more", False
    noise = "" if ours.get("exact") else ", but for noise, as torch" if theirs and not theirs.get("exact") else ", but for noise"
    return f"right{noise}{about_torch}", True


def prepare(names, frontends) -> None:
    """What is imported and set up once, before any child."""
    import alternator  # noqa: F401

    warnings.filterwarnings("ignore")
    libraries = {"hf": "transformers", "timm": "timm", "torchvision": "torchvision"}
    for library in {libraries.get(name.partition(":")[0], "transformers") for name in names if not name.startswith("plain:")}:
        __import__(library)
    for frontend in frontends:
        model_run.warm(frontend)


def in_child(name: str, frontend: str, mode: str, options) -> dict:
    """The row of one model, mode and front end, made by a forked process."""
    nothing = dict(graphs=0, ops=0, breaks=0, ms=0.0, mib=0.0, crashed=True)
    reading, writing = os.pipe()
    with tempfile.TemporaryFile() as output:
        child = os.fork()
        if child == 0:
            run_as_child(writing, output, name, frontend, mode, options)
        os.close(writing)
        with os.fdopen(reading, "rb") as pipe:
            answer = read_until(pipe, time.monotonic() + options.timeout)
        if answer is None:
            os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        if answer is None:
            return nothing | dict(why=f"no answer in {options.timeout:.0f} s")
        if answer:
            return json.loads(answer)
        output.seek(0)
        lines = [line for line in output.read().decode(errors="replace").splitlines() if line and not line.startswith("frame #")]
        return nothing | dict(why=f"exit {os.waitstatus_to_exitcode(status)}: {(lines or ['no output'])[-1][:160]}")


def run_as_child(pipe: int, output, name: str, frontend: str, mode: str, options) -> None:
    """Never returns: a forked process must not go on with its parent's work."""
    try:
        for stream in (1, 2):
            os.dup2(output.fileno(), stream)
        row = model_run.run(name, frontend, mode, options.backend, options.device)
        with os.fdopen(pipe, "wb") as file:
            file.write(json.dumps(row).encode())
    except BaseException:  # noqa: BLE001 - the parent prints its last line
        with contextlib.suppress(OSError):
            traceback.print_exc()
            sys.stderr.flush()
    finally:
        os._exit(0)


def read_until(pipe, deadline: float) -> bytes | None:
    """All that comes out of a pipe; none if it is still open at the deadline."""
    parts = []
    while True:
        ready, _, _ = select.select([pipe], [], [], max(0.0, deadline - time.monotonic()))
        if not ready:
            return None
        part = os.read(pipe.fileno(), 1 << 16)
        if not part:
            return b"".join(parts)
        parts.append(part)


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
            print(f"cold start of resnet18, {name}: {min(totals):6.2f} s to the first result, {1e3 * min(imports):6.1f} ms to import")


if __name__ == "__main__":
    main()
