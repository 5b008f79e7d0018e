"""What a cache hit costs beside torch's: as models grow, with cold caches, and among many entries.

    tools/python benches/hits.py [--against torch] [--modules] [--cold] [--entries]

`modules`: trees of modules whose graph does nothing, and by how much a module makes a call longer. What the program pays
without a compiler is the last column: a function that is called with the parameters in a tuple.
`cold`: between two calls 32 MB are walked, so that caches hold nothing of the model.
`entries`: a tree of modules with 8 and with 64 entries that differ in the size of an argument, which is looked at last;
the calls take them in turn.
"""

import argparse
import importlib
import time

import torch

X = torch.randn(1, 2)


class Nested(torch.nn.Module):
    def __init__(self, depth, width=3, features=2):
        super().__init__()
        self.linear_a = torch.nn.Linear(features, features)
        self.linear_b = torch.nn.Linear(features, features)
        self.sub_mods = torch.nn.Sequential(*[
            Nested(depth - 1, width, features) if depth else torch.nn.Linear(features, features)
            for _ in range(width)])

    def forward(self, x, late=None):
        x = self.linear_b(self.linear_a(x))
        x = self.sub_mods(x)
        return x if late is None else x + late[1]["late"].shape[0]


def nothing(gm, example_inputs, **_):
    return lambda *inputs: (X,)


def lowest(call, seconds=0.5, count=20, between=None):
    """Microseconds of a call."""
    for _ in range(50):
        call()
    best, deadline = float("inf"), time.perf_counter() + seconds
    while time.perf_counter() < deadline:
        if between is not None:
            between()
        started = time.perf_counter()
        for _ in range(count):
            call()
        best = min(best, (time.perf_counter() - started) / count)
    return best * 1e6


def compiled(frontend, function, **options):
    name, module = frontend
    if name == "torch":
        module._dynamo.reset()
    else:
        module.reset()
    return module.compile(function, backend=nothing, **options)


def modules(frontends):
    print("modules: a call, us, and what a module adds since the row before, ns")
    before = None
    for depth in range(5):
        model = Nested(depth).eval()
        count, parameters = sum(1 for _ in model.modules()), list(model.parameters())
        graph = nothing(None, ())
        times = [lowest(lambda c=compiled(frontend, model): c(X)) for frontend in frontends]
        times.append(lowest(lambda: graph(*tuple(parameters))))
        adds = [(now - then) / (count - before[0]) * 1e3 for now, then in zip(times, before[1])] if before else []
        names = [name for name, _ in frontends] + ["bare"]
        shown = "  ".join(f"{name} {t:8.2f}" + (f" (+{adds[i]:5.1f})" if adds else "") for i, (name, t) in enumerate(zip(names, times)))
        print(f"{count:4} modules  {shown}  {times[1] / times[0]:6.1f}x", flush=True)
        before = (count, times)


def cold(frontends):
    print("cold: a call after a walk of 32 MB, us")
    walked = torch.zeros(32 << 20, dtype=torch.uint8)
    for depth in (0, 2, 4):
        model = Nested(depth).eval()
        count = sum(1 for _ in model.modules())
        times = []
        for frontend in frontends:
            call = compiled(frontend, model)
            times.append(lowest(lambda: call(X), 2.0, 1, lambda: walked.add_(1)))
        shown = "  ".join(f"{name} {t:8.2f}" for (name, _), t in zip(frontends, times))
        print(f"{count:4} modules  {shown}  {times[1] / times[0]:6.1f}x", flush=True)


def entries(frontends):
    print("entries: a call, us, the entries in turn")
    model = Nested(2).eval()
    for number in (8, 64):
        arguments = [[None, {"late": torch.zeros(n + 2)}] for n in range(number)]
        times = []
        for frontend in frontends:
            call = compiled(frontend, model, dynamic=False, recompile_limit=1000)

            def round():
                for argument in arguments:
                    call(X, argument)

            times.append(lowest(round, 2.0, 5) / number)
        shown = "  ".join(f"{name} {t:8.2f}" for (name, _), t in zip(frontends, times))
        print(f"{number:4} entries  {shown}  {times[1] / times[0]:6.1f}x", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--against", default="torch")
    parts = [modules, cold, entries]
    for part in parts:
        parser.add_argument(f"--{part.__name__}", action="store_true")
    options = parser.parse_args()
    wanted = [part for part in parts if getattr(options, part.__name__)] or parts
    torch.set_num_threads(1)
    frontends = [(name, importlib.import_module(name)) for name in ("alternator", options.against)]
    with torch.no_grad():
        for part in wanted:
            part(frontends)


if __name__ == "__main__":
    main()
