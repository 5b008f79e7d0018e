"""`python -m alternator script.py args…`: runs a script in which torch's front end is Alternator.

`python -m alternator cache …` manages the store of earlier results (see `alternator.store`). """

from __future__ import annotations

import builtins
import os
import pkgutil
import runpy
import sys
import types
from importlib.machinery import SourceFileLoader
from typing import Any


def main() -> None:
    if len(sys.argv) < 2 or sys.argv[1] in ("-h", "--help"):
        print("usage: python -m alternator (script.py | -m module | -c code) [args…]")
        print("       python -m alternator cache (ls | rm [KEY…] | verify)")
        print("Runs a Python program in which torch.compile is Alternator's, or looks after what earlier runs left.")
        sys.exit(0 if len(sys.argv) > 1 else 2)
    if sys.argv[1] == "cache":
        from alternator.store import command

        sys.exit(command.main(sys.argv[2:]))
    from alternator.dynamo import substitute

    substitute.install()
    del sys.argv[0]
    if sys.argv[0] == "-c":
        if len(sys.argv) < 2:
            sys.exit("python -m alternator -c: the code is missing")
        code = sys.argv.pop(1)
        sys.path[0] = ""
        _execute(compile(code, "<string>", "exec"))
    elif sys.argv[0] == "-m":
        if len(sys.argv) < 2:
            sys.exit("python -m alternator -m: the name of a module is missing")
        del sys.argv[0]
        runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
    else:
        # As the interpreter does it: the script's folder comes first in the path, and its code knows the whole path.
        path = os.path.abspath(sys.argv[0])
        sys.path[0] = os.path.dirname(path)
        if pkgutil.get_importer(path) is not None:  # a folder, or an archive
            runpy.run_path(sys.argv[0], run_name="__main__")
        else:
            loader = SourceFileLoader("__main__", path)
            _execute(loader.source_to_code(loader.get_data(path), path), __file__=path, __loader__=loader, __cached__=None)


def _execute(code: types.CodeType, **names: Any) -> None:
    """Runs code as the main module, which stays it until the process ends."""
    module = sys.modules["__main__"] = types.ModuleType("__main__")
    module.__dict__.update(names, __builtins__=builtins)
    exec(code, module.__dict__)


if __name__ == "__main__":
    main()
