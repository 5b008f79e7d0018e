"""A module of torch's whose import fails after it has compiled something is not among the modules that come back."""

import programs

SCRIPT = """
import os, sys, tempfile

import torch

import alternator

MODULE = '''
import alternator, torch

def doubled(x):
    return x * 2

alternator.compile(doubled, backend="eager")(torch.ones(2))
raise ImportError("there is no such device")
'''

def added(x):
    return x + 1

with tempfile.TemporaryDirectory() as folder:
    with open(os.path.join(folder, "of_another_device.py"), "w") as file:
        file.write(MODULE)
    torch.__path__.append(folder)
    for _ in range(2):
        try:
            import torch.of_another_device
        except ImportError as error:
            assert str(error) == "there is no such device", error
        else:
            raise AssertionError("a module whose import had failed was imported")
        alternator.reset()
        assert torch.equal(alternator.compile(added, backend="eager")(torch.ones(2)), torch.ones(2) + 1)
        assert "torch.of_another_device" not in sys.modules
"""


def case(t):
    programs.run(SCRIPT)


# expect captured
# nothing
