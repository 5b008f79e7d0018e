"""A process that is forked while another thread compiles is no longer without the modules that this thread was importing: compiling waited for their locks for ever (tests/fuzz --threads)."""

import os
import signal
import sys
import threading
import time

import torch

import alternator

_importing = threading.Event()


class Late:
    """Finds and loads one module, which takes its time."""

    name = "imported_while_another_thread_compiles"

    def find_spec(self, name, path=None, target=None):
        import importlib.machinery

        return importlib.machinery.ModuleSpec(name, self) if name == self.name else None

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        _importing.set()
        time.sleep(0.5)


def backend(module, inputs):
    __import__(Late.name)
    return module.forward


def added(x):
    return x + 1


def doubled(x):
    return x * 2


def case(t):
    finder = Late()
    sys.meta_path.insert(0, finder)
    try:
        thread = threading.Thread(target=lambda: alternator.compile(added, backend=backend)(torch.ones(2)))
        thread.start()
        assert _importing.wait(60)
        process = os.fork()
        if not process:
            wrong = True
            try:
                signal.alarm(20)
                wrong = alternator.compile(doubled, backend=backend)(torch.ones(2)).tolist() != [2.0, 2.0]
            finally:
                os._exit(wrong)
        _, status = os.waitpid(process, 0)
        thread.join()
    finally:
        sys.meta_path.remove(finder)
        sys.modules.pop(Late.name, None)
    t.equal(os.waitstatus_to_exitcode(status), 0)
