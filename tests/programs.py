"""Programs that a free case runs in processes of their own, for what is decided when a process starts."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tempfile

# Options that put Alternator in the place of torch's front end.
REPLACED = ("-m", "alternator")
# Options by which two processes run the script, and how each ends: neither before the other is done with it, and without
# the destructors of torch's process groups, which abort in a few of a hundred ends ("terminate called without an active
# exception", with torch's front end too).
IN_TWO = ("-m", "torch.distributed.run", "--standalone", "--nproc-per-node", "2")
END_OF_TWO = """
import os
import sys
import torch.distributed
torch.distributed.barrier()
sys.stdout.flush()
os._exit(0)
"""


def run(program, *options, arguments=(), folder=None, status=0, **environment):
    """Runs the text `program` as `script.py` of `folder`, or of a folder that is gone afterwards.

    `options` stand before the script and `arguments` behind it; `environment` is added to this process's. Gives the
    finished process with its `stdout` and `stderr` as text; an exit status other than `status` is an AssertionError.
    """
    with tempfile.TemporaryDirectory() if folder is None else contextlib.nullcontext(folder) as place:
        path = os.path.join(place, "script.py")
        with open(path, "w") as file:
            file.write(program)
        done = subprocess.run(
            [sys.executable, *options, path, *arguments],
            capture_output=True, text=True, timeout=600, cwd=place, env={**os.environ, **environment},
        )  # fmt: skip
    assert done.returncode == status, f"exit status {done.returncode}\n{done.stdout}{done.stderr}"
    return done


def logged(done, text):
    """The lines that a finished process logged of the store (ALTERNATOR_LOGS=store) which begin with `text`."""
    return [line for line in done.stderr.splitlines() if f": {text}" in line]


def run_in_two(program, **environment):
    """Runs `program` in two processes of `torchrun`. It initialises the process group, and leaves its end to this."""
    return run(program + END_OF_TWO, *IN_TWO, OMP_NUM_THREADS="1", **environment)


def compare_in_two(program):
    """Checks that `program` prints the same lines with torch's front end and with Alternator, when two processes of
    `torchrun` run it. They read in the variable FRONT_END which one it is. Gives the lines, sorted."""

    def lines(front_end):
        return sorted(run_in_two(program, FRONT_END=front_end).stdout.splitlines())

    theirs, ours = lines("torch"), lines("alternator")
    assert ours == theirs, f"torch: {theirs}\nAlternator: {ours}"
    return ours


def compare(program, folder=None, **environment):
    """Checks that `program` prints the same lines with torch's front end and with Alternator."""
    theirs, ours = (run(program, *options, folder=folder, **environment).stdout.splitlines() for options in ((), REPLACED))
    for line, other in zip(theirs, ours, strict=True):
        assert line == other, f"torch: {line}\nAlternator: {other}"
