"""What the cases of tests/data/hook share: the engine's extension, loaded without the package and torch.

A case is a program of its own, and passes if it ends well. `ALTERNATOR_ENGINE` names the extension.
"""

import gc
import importlib.machinery
import importlib.util
import os
import sys
import types


def load():
    path = os.environ["ALTERNATOR_ENGINE"]
    loader = importlib.machinery.ExtensionFileLoader("alternator._engine", path)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("alternator._engine", loader))
    loader.exec_module(module)
    sys.modules["alternator._engine"] = module
    return module


def without_torch():
    """Lets generated code find `alternator.runtime.access`: the package itself would bring torch."""
    package = types.ModuleType("alternator")
    package.__path__ = [os.path.join(os.path.dirname(os.path.dirname(__file__)), "python", "alternator")]
    sys.modules["alternator"] = package


def resident():
    """Bytes of memory that the process has in use."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def settle():
    for _ in range(3):
        gc.collect()


engine = load()
# Not the real compiler: it would look for the package around the extension.
engine.set_test_compiler(lambda *_: "never")
