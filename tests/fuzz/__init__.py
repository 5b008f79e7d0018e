"""Machines that search for wrong answers: programs made at random, run as written and compiled.

`tools/fuzz` runs them. A machine is a module (`machines.py` lists them) with

- `make(random, avoid)`: the text of one case, decided by `random` alone;
- `check(path, settings)`, unless `oracle.check` will do: an `Outcome`.

A case is a file that runs alone. What a machine finds is kept as such a file, made smaller
(`shrink.py`), and can be put into `tests/data/found` as it is, where `tests/worker.py` runs it.
"""
