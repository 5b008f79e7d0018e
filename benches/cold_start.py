"""From process start to the first compiled result, two front ends in turn.

    tools/python benches/cold_start.py [--models resnet18,llama:32] [--rounds 3] [--backend inductor] [--dynamic] [--train]

Every measurement is a process of its own; `second` is the next process, with the caches that the first left. The backend
runs the graph as it stands, so that what differs is importing and tracing, or is `--backend`. `first` is the first compiled
call (with `--train`: and its gradients) in seconds by the clock, `processor` the same as processor time of the process;
`traced_mib` is what it adds to the peak resident set, in MiB, as the kernel counts it. The last column is torch's figure
over Alternator's. A number after a model's name is its number of layers.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

CHILD = """
import contextlib, json, resource, sys, time
front, model, backend, dynamic, train = sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4] == "True", sys.argv[5] == "True"
import torch
imported = time.perf_counter()
if front == "alternator":
    import alternator as front_end
else:
    front_end = torch
import_cost = time.perf_counter() - imported
torch.set_num_threads(1)
import builders
name, _, layers = model.partition(":")
module, args, kwargs = getattr(builders, name)(*[int(layers)] if layers else [])
module.train(train)
if backend == "none":
    backend = lambda gm, inputs: gm.forward
with contextlib.nullcontext() if train else torch.no_grad():
    module(*args, **kwargs)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    start, processor = time.perf_counter(), time.process_time()
    result = front_end.compile(module, backend=backend, dynamic=dynamic or None)(*args, **kwargs)
    if train:
        (result if isinstance(result, torch.Tensor) else result[0]).sum().backward()
    first, processor = time.perf_counter() - start, time.process_time() - processor
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(json.dumps(dict(import_ms=import_cost * 1e3, first=first, processor=processor, traced_mib=(peak - before) / 1024)))
"""


def measure(front: str, model: str, options: argparse.Namespace, folder: str) -> dict[str, float]:
    here = os.path.dirname(os.path.abspath(__file__))
    path = os.pathsep.join([here, os.environ.get("PYTHONPATH", "")])
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", CHILD, front, model, options.backend, str(options.dynamic), str(options.train)],
        capture_output=True, text=True, env={**os.environ, "PYTHONPATH": path, "TORCHINDUCTOR_CACHE_DIR": folder},
    )  # fmt: skip
    total = time.perf_counter() - start
    if done.returncode:
        sys.exit(done.stderr)
    return {"total": total, **json.loads(done.stdout.splitlines()[-1])}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--models", default="resnet18")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--backend", default="none")
    parser.add_argument("--dynamic", action="store_true")
    parser.add_argument("--train", action="store_true")
    options = parser.parse_args()
    for model in options.models.split(","):
        rows: dict[tuple[str, str], list[dict[str, float]]] = {}
        for _ in range(options.rounds):
            for front in ("alternator", "torch"):
                with tempfile.TemporaryDirectory() as folder:
                    for process in ("first", "second") if options.backend == "inductor" else ("first",):
                        rows.setdefault((front, process), []).append(measure(front, model, options, folder))
        for process in dict.fromkeys(process for _, process in rows):
            for figure in rows["torch", process][0]:
                ours, theirs = (
                    statistics.median(row[figure] for row in rows[front, process]) for front in ("alternator", "torch")
                )
                ratio = f"{theirs / ours:6.2f}" if ours > 0 else "     -"
                print(
                    f"{model:10s} {process:6s} {figure:10s} alternator {ours:8.2f}   torch {theirs:8.2f}   torch/alternator {ratio}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
