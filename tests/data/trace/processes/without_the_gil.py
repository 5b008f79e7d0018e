"""A CPython without the GIL is refused when the engine is imported, with the reason."""

import programs

PROGRAM = """
import sys
sys.abiflags += "t"
try:
    import alternator
except ImportError as error:
    print(error)
"""


def case(t):
    said = programs.run(PROGRAM).stdout
    assert "needs the GIL" in said and "free-threaded" in said, said


# expect captured
# nothing
