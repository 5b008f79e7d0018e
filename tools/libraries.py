"""Runs programs that use other libraries under Alternator, under torch.compile and as written, and compares.

    tools/libraries [LIBRARY[:PROGRAM]…] [--alone] [--reasons] [--list] [--json FILE] [--limit SECONDS]

A library is a file of tests/libraries: what it needs from PyPI (`NEEDS`), and functions, each of which is a program as a
user writes it. One gets the path of an empty folder and gives what is to be compared: tensors, numbers, texts and
containers of them; what it leaves in the folder is compared too (names of files; keys and tensors of saved states).
Everything is small and made in the program: nothing is downloaded but the libraries. As written means torch's stance
`force_eager`, so that what is compiled still looks compiled.

For each program the table says

- graphs and breaks of Alternator, with torch's behind a slash, as torch's counters tell;
- the seconds that it takes longer than as written, in both front ends;
- `right` when everything equals what it is as written, `right, but for noise` when tensors agree within a tolerance.

Every program runs in three processes of its own, each forked from one that has imported the file. A program fails when it is
not right, or has more graphs or breaks than with torch, unless it says why it may (`MAY` in the file).
"""

from __future__ import annotations

import argparse
import ast
import importlib.metadata
import importlib.util
import json
import os
import random
import subprocess
import sys
import tempfile
import time
import traceback
import warnings

# Said here and not by `torch.set_num_threads`, which leaves a pool of threads that a forked process must not touch.
ALONE = dict(
    OMP_NUM_THREADS="1", MKL_NUM_THREADS="1", TOKENIZERS_PARALLELISM="false", HF_HUB_OFFLINE="1", TRANSFORMERS_OFFLINE="1",
    HF_HUB_DISABLE_TELEMETRY="1", WANDB_DISABLED="true", CUDA_VISIBLE_DEVICES="", PYTHONWARNINGS="ignore",
)  # fmt: skip
FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "tests", "libraries")
FRONT_ENDS = {"written": [], "torch": [], "alternator": ["-m", "alternator"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--alone", action="store_true", help="do not run torch.compile beside it")
    parser.add_argument("--reasons", action="store_true", help="print graph breaks, and where errors were raised")
    parser.add_argument("--list", action="store_true", help="print the libraries and their programs")
    parser.add_argument("--json", help="also write the rows to this file")
    parser.add_argument("--limit", type=float, default=300, help="seconds for a library's programs in one front end")
    parser.add_argument("--worker", nargs=3, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.worker:
        return work(*options.worker, options.names)
    known = {name.removesuffix(".py"): Library(name) for name in sorted(os.listdir(FOLDER)) if name.endswith(".py")}
    if options.list:
        return print("\n".join(f"{name}: {' '.join(library.programs)}" for name, library in known.items()))
    wanted: dict[str, list] = {}
    for request in options.names or known:
        name, _, program = request.partition(":")
        if name not in known or program and program not in known[name].programs:
            raise SystemExit(f"there is no {request!r} among {', '.join(known)} (--list tells their programs)")
        wanted.setdefault(name, []).extend([program] if program else known[name].programs)
    print(f"{'program':52s} {'graphs':>7s} {'breaks':>7s} {'seconds':>13s}")
    rows = [row for name, programs in wanted.items() for row in run(known[name], programs, options)]
    if options.json:
        with open(options.json, "w") as file:
            json.dump(rows, file, indent=1)
    failed = sum(not row["passed"] for row in rows)
    print(f"{len(rows) - failed} passed, {failed} failed")
    sys.exit(bool(failed))


class Library:
    """A file of tests/libraries, read and not imported."""

    def __init__(self, name: str):
        self.name, self.path = name.removesuffix(".py"), os.path.join(FOLDER, name)
        self.needs, self.may, self.programs = [], {}, []
        with open(self.path) as file:
            tree = ast.parse(file.read())
        for statement in tree.body:
            if isinstance(statement, ast.Assign) and statement.targets[0].id in ("NEEDS", "MAY"):
                setattr(self, statement.targets[0].id.lower(), ast.literal_eval(statement.value))
            elif isinstance(statement, ast.FunctionDef) and not statement.name.startswith("_"):
                self.programs.append(statement.name)

    def install(self) -> str:
        """Installs what is missing beside the torch that is there; the versions that there are."""
        if any(version(need) is None for need in self.needs):
            with tempfile.NamedTemporaryFile("w", suffix=".txt") as pinned:
                pinned.write("".join(f"{name}=={version(name)}\n" for name in ("torch", "torchvision", "numpy")))
                pinned.flush()
                pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--constraint", pinned.name]
                subprocess.run([*pip, *self.needs], check=True)
        return ", ".join(f"{need} {version(need)}" for need in self.needs)


def version(package: str) -> str | None:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def run(library: Library, programs: list, options) -> list:
    """Prints the rows of a library's programs."""
    print(f"{library.name}: {library.install()}", flush=True)
    import torch

    rows = []
    with tempfile.TemporaryDirectory() as folder:
        front_ends = [name for name in FRONT_ENDS if name != "torch" or not options.alone]
        said = {front_end: run_worker(library, front_end, folder, programs, options) for front_end in front_ends}
        for program in programs:
            answers = {}
            for front_end in front_ends:
                path = os.path.join(folder, front_end, program)
                if os.path.exists(path):
                    answers[front_end] = torch.load(path, weights_only=False)
                else:
                    answers[front_end] = dict(error=said[front_end] or "the process died", graphs=0, breaks=0, seconds=0.0, reasons=[])
            rows.append(show(f"{library.name}:{program}", answers, library.may.get(program), options))
    return rows


def run_worker(library: Library, front_end: str, folder: str, programs: list, options) -> str:
    """Runs the programs with a front end, which leave their answers in the folder; what went wrong beside them."""
    answers = os.path.join(folder, front_end)
    os.mkdir(answers)
    command = [sys.executable, *FRONT_ENDS[front_end], os.path.abspath(__file__), *programs, "--worker", library.path, front_end, answers]
    try:
        done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **ALONE}, timeout=options.limit, cwd=answers)
    except subprocess.TimeoutExpired:
        return f"no answer in {options.limit:.0f} s"
    lines = [line for line in done.stderr.splitlines() if line.strip()]
    return f"exit {done.returncode}: {lines[-1][:160] if lines else 'no output'}" if done.returncode else ""


def show(name: str, answers: dict, may: str | None, options) -> dict:
    """Prints a row, and gives it."""
    written, ours, theirs = answers["written"], answers["alternator"], answers.get("torch")
    verdict, passed = judged(written, ours, theirs, may)
    behind = (lambda text: f"/{text}") if theirs else (lambda _: "")
    added = {key: max(0.0, answer["seconds"] - written["seconds"]) for key, answer in answers.items()}
    print(
        f"{name:52s} {str(ours['graphs']) + behind(theirs and theirs['graphs']):>7s} {str(ours['breaks']) + behind(theirs and theirs['breaks']):>7s} "
        f"{added['alternator']:6.2f}{behind(theirs and format(added['torch'], '6.2f'))}  {verdict}",
        flush=True,
    )
    if options.reasons:
        for front_end, answer in answers.items():
            for reason in answer["reasons"]:
                print(f"    {front_end}: {reason}")
            if answer["error"]:
                print(f"    {front_end}: {answer.get('traceback', answer['error'])}", flush=True)
    counted = {front_end: dict(graphs=a["graphs"], breaks=a["breaks"], seconds=added[front_end]) for front_end, a in answers.items()}
    return dict(program=name, verdict=verdict, passed=passed, **counted)


def judged(written: dict, ours: dict, theirs: dict | None, may: str | None) -> tuple[str, bool]:
    """What is to be said of a program, and whether it passes."""
    if written["error"]:
        return f"fails as written: {written['error']}", False
    about_torch = ""
    if theirs:
        why = theirs["error"] or difference(theirs["result"], written["result"])[0]
        about_torch = f" (torch: {why})" if why else ""
    if ours["error"]:
        # What torch refuses for the same reason is no fault of ours; so the file says.
        return ours["error"] + about_torch, bool(may and theirs and theirs["error"])
    why, exact = difference(ours["result"], written["result"])
    if why:
        return why + about_torch, False
    if not ours["graphs"] and (not theirs or theirs["graphs"]):
        return "nothing was captured" + about_torch, False
    if theirs and not theirs["error"]:
        for what in ("graphs", "breaks"):
            if ours[what] > theirs[what]:
                return f"right, with more {what}: {may}" if may else f"more {what} than torch", bool(may)
    return f"right{'' if exact else ', but for noise'}{about_torch}", True


def difference(found, wanted, at: str = "") -> tuple[str, bool]:
    """The first difference of two answers, empty if there is none; and whether they agree to the bit."""
    import torch

    if type(found) is not type(wanted):
        return f"{at}: {type(found).__name__} for {type(wanted).__name__}", False
    if isinstance(wanted, torch.Tensor):
        if found.dtype != wanted.dtype or found.shape != wanted.shape:
            return f"{at}: {found.dtype} {tuple(found.shape)} for {wanted.dtype} {tuple(wanted.shape)}", False
        inexact = wanted.is_floating_point() or wanted.is_complex()
        if wanted.is_floating_point():
            # Few functions take numbers of eight bits.
            found, wanted = found.double(), wanted.double()
        # A NaN equals a NaN and nothing else.
        odd = (found != wanted) & ~((found != found) & (wanted != wanted))
        if not odd.any():
            return "", True
        if inexact and torch.allclose(found, wanted, rtol=1e-3, atol=1e-4, equal_nan=True):
            return "", False
        first = tuple(odd.nonzero()[0].tolist())
        return f"{at}: {int(odd.sum())} of {odd.numel()} are off, the first is {found[first].item():.4g} for {wanted[first].item():.4g}", False
    if isinstance(wanted, (dict, list)):
        keys = list(wanted) if isinstance(wanted, dict) else list(range(len(wanted)))
        others = list(found) if isinstance(found, dict) else list(range(len(found)))
        if keys != others:
            odd = [key for key in others if key not in keys][:3], [key for key in keys if key not in others][:3]
            return f"{at}: {odd[0]} for {odd[1]}" if any(odd) else f"{at}: another order of keys", False
        exact = True
        for key in keys:
            why, same = difference(found[key], wanted[key], f"{at}.{key}" if at else str(key))
            if why:
                return why, False
            exact = exact and same
        return "", exact
    if found != wanted and not (found != found and wanted != wanted):
        return f"{at}: {found!r:.60} for {wanted!r:.60}", False
    return "", True


# ---------------------------------------------------------------- the processes of a front end


def work(path: str, front_end: str, answers: str, programs: list) -> None:
    sys.path = [entry for entry in sys.path if os.path.abspath(entry) != os.path.dirname(os.path.abspath(__file__))]
    spec = importlib.util.spec_from_file_location("program", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["program"] = module
    spec.loader.exec_module(module)
    for program in programs:
        child = os.fork()
        if child == 0:
            try:
                answer = answer_of(getattr(module, program), front_end)
                import torch

                torch.save(answer, os.path.join(answers, program))
            except BaseException:  # noqa: BLE001 - the parent prints its last line
                traceback.print_exc()
            finally:
                sys.stderr.flush()
                # A forked process must not go on with its parent's work.
                os._exit(0)
        os.waitpid(child, 0)


def answer_of(program, front_end: str) -> dict:
    """What a program gives and leaves, and what the front end has counted."""
    import numpy
    import torch

    warnings.filterwarnings("ignore")
    if front_end == "written":
        torch.compiler.set_stance("force_eager")
    for seed in (torch.manual_seed, numpy.random.seed, random.seed):
        seed(1)
    answer: dict = dict(error="", result=None)
    with tempfile.TemporaryDirectory() as folder:
        started = time.perf_counter()
        try:
            result = program(folder)
            answer["seconds"] = time.perf_counter() - started
            answer["result"] = dict(result=plain(result), files=files_in(folder))
        except Exception as error:  # noqa: BLE001 - reported in the table
            answer.update(seconds=time.perf_counter() - started, traceback=traceback.format_exc())
            answer["error"] = f"{type(error).__name__}: {' '.join(str(error).split())}"[:200]
    from torch._dynamo.utils import counters

    reasons = counters["graph_break"]
    # A frame that runs as written for a break in its loop is no break of torch's.
    breaks = sum(count for reason, count in reasons.items() if "a graph break in a loop" not in reason)
    answer.update(graphs=counters["stats"]["unique_graphs"], breaks=breaks)
    answer["reasons"] = [f"{' '.join(reason.split())[:200]} ({count} times)" for reason, count in reasons.items()]
    return answer


def plain(value):
    """A value as dicts, lists, dense tensors, numbers and texts; another object is the name of its class."""
    import torch

    if isinstance(value, torch.Tensor):
        value = value.detach()
        if hasattr(value, "dequantize") and type(value) not in (torch.Tensor, torch.nn.Parameter):
            value = value.dequantize() if not value.is_nested else value.to_padded_tensor(0.0)
        return torch.empty(value.shape, dtype=value.dtype).copy_(value)
    if isinstance(value, dict) or hasattr(value, "items") and hasattr(value, "keys"):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    return f"a {type(value).__module__}.{type(value).__qualname__}"


def files_in(folder: str) -> dict:
    """The files below a folder: states as their tensors, of others the names."""
    import torch

    found = {}
    for place, _, names in sorted(os.walk(folder)):
        for name in sorted(names):
            path = os.path.join(place, name)
            content: object = "a file"
            if name.endswith(".safetensors"):
                import safetensors.torch

                content = safetensors.torch.load_file(path)
            elif name.endswith((".pt", ".pth", ".bin", ".ckpt")):
                content = plain(torch.load(path, weights_only=False))
            found[os.path.relpath(path, folder)] = content
    return found


if __name__ == "__main__":
    main()
