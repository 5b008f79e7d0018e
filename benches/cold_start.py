"""From process start to the first compiled result, and the peak memory of it, two front ends in turn.

    tools/python benches/cold_start.py [--models resnet18,bert] [--rounds 3]

Every measurement is a process of its own. The backend runs the graph as it stands, so that what
differs is importing and tracing. Times are seconds of the wall clock; memory is the peak resident
set in MiB, as the kernel counts it. The last column is torch's figure over Alternator's.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import time

CHILD = """
import json, resource, sys, time
front, model = sys.argv[1], sys.argv[2]
import torch
imported = time.perf_counter()
if front == "alternator":
    import alternator as front_end
else:
    front_end = torch
import_cost = time.perf_counter() - imported
torch.set_num_threads(1)
import builders
module, args, kwargs = getattr(builders, model)()
module.eval()
with torch.no_grad():
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    start = time.perf_counter()
    front_end.compile(module, backend=lambda gm, inputs: gm.forward)(*args, **kwargs)
    first = time.perf_counter() - start
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(json.dumps(dict(import_ms=import_cost * 1e3, first_s=first, traced_mib=(peak - before) / 1024, peak_mib=peak / 1024)))
"""


def measure(front: str, model: str) -> dict:
    here = os.path.dirname(os.path.abspath(__file__))
    path = os.pathsep.join([here, os.environ.get("PYTHONPATH", "")])
    start = time.perf_counter()
    done = subprocess.run([sys.executable, "-c", CHILD, front, model], capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": path})
    total = time.perf_counter() - start
    if done.returncode:
        sys.exit(done.stderr)
    return {"total_s": total, **json.loads(done.stdout.splitlines()[-1])}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--models", default="resnet18")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    for model in options.models.split(","):
        rows: dict[str, list[dict]] = {"alternator": [], "torch": []}
        for _ in range(options.rounds):
            for front in rows:
                rows[front].append(measure(front, model))
        for figure in rows["torch"][0]:
            ours, theirs = (statistics.median(row[figure] for row in rows[front]) for front in ("alternator", "torch"))
            ratio = f"{theirs / ours:6.2f}" if ours > 0 else "     -"
            print(f"{model:10s} {figure:10s} alternator {ours:10.2f}   torch {theirs:10.2f}   torch/alternator {ratio}", flush=True)


if __name__ == "__main__":
    main()
