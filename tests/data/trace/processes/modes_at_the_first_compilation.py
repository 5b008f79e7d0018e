"""What the engine asks of torch at a process's first compilation, modes of the program do not hear."""

import programs

PROGRAM = """
import torch
from torch.overrides import TorchFunctionMode
from torch.utils._python_dispatch import TorchDispatchMode
import alternator

heard = []

class Functions(TorchFunctionMode):
    def __torch_function__(self, function, types, args=(), kwargs=None):
        heard.append(function.__name__)
        return function(*args, **(kwargs or {}))

class Operators(TorchDispatchMode):
    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        heard.append(str(function))
        return function(*args, **(kwargs or {}))

def fn(x):
    return x + 1

x = torch.ones(2)
with MODE:
    result = alternator.compile(fn, backend="eager")(x)
    heard.append("called")
    alternator.compile(fn, backend="eager")(x[:1])
print(heard, result.tolist())
"""


def case(t):
    printed = programs.run(PROGRAM.replace("MODE", "Functions()")).stdout
    assert printed == "['add', 'called', '__getitem__', 'add'] [2.0, 2.0]\n", printed
    printed = programs.run(PROGRAM.replace("MODE", "Operators()")).stdout
    assert printed == "['aten.add.Tensor', 'called', 'aten.slice.Tensor', 'aten.add.Tensor'] [2.0, 2.0]\n", printed


# expect captured
# nothing
