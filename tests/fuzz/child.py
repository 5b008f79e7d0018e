"""The process that runs cases: a request a line comes in, an answer a line goes out (`runner.py` asks)."""

from __future__ import annotations

import dataclasses
import faulthandler
import gc
import json
import os
import random
import resource
import signal
import sys
import traceback
import warnings
from typing import Any

# Address space beyond what torch takes when it is imported.
MEMORY = 4 << 30


def main() -> None:
    # What programs print, and what C code does, does not get among the answers.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    faulthandler.enable()
    warnings.simplefilter("ignore")

    import torch

    from fuzz import oracle
    from fuzz.machines import MACHINES

    torch.set_num_threads(1)
    limit_memory()
    gc.collect()
    gc.freeze()
    print("ready", file=answers, flush=True)
    for number, line in enumerate(sys.stdin):
        request = json.loads(line)
        signal.alarm(int(request["patience"]) + 30)  # ends the process, should nobody be there any more to do so
        module = MACHINES[request["machine"]].load()
        settings = oracle.Settings(**request["settings"])
        if "seed" in request:
            draw = random.Random(f"{request['machine']} {request['seed']}")
            with open(request["path"], "w") as file:
                file.write(module.make(draw))
        print(json.dumps(answer(module, request["path"], settings)), file=answers, flush=True)
        if number % 32 == 31:
            gc.collect()


def answer(module: Any, path: str, settings: Any) -> dict[str, Any]:
    from fuzz import oracle

    try:
        outcome = getattr(module, "check", oracle.check)(path, settings)
    except Exception:
        outcome = oracle.Outcome("the case cannot be run", traceback.format_exc())
    return dataclasses.asdict(outcome)


def limit_memory() -> None:
    with open("/proc/self/statm") as file:
        taken = int(file.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (taken + MEMORY, taken + MEMORY))


if __name__ == "__main__":
    main()
