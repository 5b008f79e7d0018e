"""`python -m alternator -c code` and `-m module` do what python's do, and processes that they spawn begin as they did."""

import os
import subprocess
import sys
import tempfile

CODE = "import sys, torch; print(sys.argv, __name__, repr(sys.path[0]), torch.compile.__module__)"
MODULE = """
import multiprocessing
import sys
import torch


def child(queue):
    queue.put(torch.compile.__module__)


if __name__ == "__main__":
    print(sys.argv[1:], __name__, torch.compile.__module__)
    context = multiprocessing.get_context("spawn")
    queue = context.Queue()
    process = context.Process(target=child, args=(queue,))
    process.start()
    print(queue.get())
    process.join()
"""


def run(folder, *arguments):
    done = subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(os.path.abspath, filter(None, sys.path)))},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def case(t):
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "program_of_a_case.py"), "w") as file:
            file.write(MODULE)
        plain, replaced = run(folder, "-c", CODE, "a", "--b"), run(folder, "-m", "alternator", "-c", CODE, "a", "--b")
        assert plain == ["['-c', 'a', '--b'] __main__ '' torch"], plain
        assert replaced == ["['-c', 'a', '--b'] __main__ '' alternator.api"], replaced
        plain, replaced = (run(folder, *before, "-m", "program_of_a_case", "a") for before in ((), ("-m", "alternator")))
        assert plain == ["['a'] __main__ torch", "torch"], plain
        assert replaced == ["['a'] __main__ alternator.api", "alternator.api"], replaced


# expect captured
# nothing
