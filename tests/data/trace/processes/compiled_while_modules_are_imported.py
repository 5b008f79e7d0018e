"""A function is compiled while another thread imports torch's front end: neither waits for the other."""

import programs

PROGRAM = """
import importlib.machinery, sys, threading
import torch
import alternator

begun, may_end, calls = threading.Event(), threading.Event(), []


class Slow:
    # torch._dynamo's import comes here in its middle.
    def find_spec(self, name, path=None, target=None):
        if name != "torch._dynamo.backends":
            return None
        found = importlib.machinery.PathFinder.find_spec(name, path)
        run = found.loader.exec_module

        def wait_and_run(module):
            begun.set()
            assert may_end.wait(60), "who compiles waits for who imports"
            run(module)

        found.loader.exec_module = wait_and_run
        return found


def work():
    import torch._dynamo


def fn(x):
    return torch.relu(x) + 1


sys.meta_path.insert(0, Slow())
thread = threading.Thread(target=work)
thread.start()
begun.wait(60)
assert "torch._dynamo" in sys.modules
graphs = []


def backend(module, inputs):
    graphs.append(module)
    return module.forward


compiled = alternator.compile(fn, backend=backend)
assert compiled(torch.ones(2)).tolist() == [2, 2] and len(graphs) == 1
may_end.set()
thread.join()


# What is known of its functions is known from now on.
def marked(x):
    torch._dynamo.graph_break()
    return x + 1


alternator.compile(marked, backend=backend)(torch.ones(2))
assert alternator.counters()["graph_breaks"] == 1, alternator.counters()
assert not alternator.api._engine.faults()
print("done")
"""


def case(t):
    t.equal(programs.run(PROGRAM).stdout, "done\n")


# expect captured
# nothing
