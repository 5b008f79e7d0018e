"""A CPython without the GIL is refused when the engine is imported, with the reason."""

import subprocess
import sys

PROGRAM = """
import sys
sys.abiflags += "t"
try:
    import alternator
except ImportError as error:
    print(error)
"""


def case(t):
    ran = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True)
    assert "needs the GIL" in ran.stdout and "free-threaded" in ran.stdout, ran


# expect captured
# nothing
